"""The language of lib/CodeGen/TorchScript/*.tsl, as docs/TorchScriptLibrary.md describes it."""
