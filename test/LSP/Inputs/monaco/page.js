// The page: an editor whose models the server behind the web socket has too.
import * as monaco from 'monaco-editor';

window.MonacoEnvironment = { getWorker: () => new Worker('dist/worker.js') };
window.monaco = monaco;

/** Shows a text as the file of an address, whose letters are small: the client makes them so. */
window.show = async (address, text) => {
  const { MonacoLspClient, WebSocketTransport } = monaco.lsp;
  const model = monaco.editor.createModel(text, 'cpp', monaco.Uri.parse(address));
  window.editor = monaco.editor.create(document.getElementById('editor'), {
    model,
    fontFamily: 'DejaVu Sans Mono',
    fontSize: 14,
    minimap: { enabled: false },
    inlayHints: { maximumLength: 0 },
    // What is typed is what the text gets.
    quickSuggestions: false,
    formatOnType: false,
    autoIndent: 'none',
  });
  const socket = new WebSocket(`ws://${location.host}`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  window.client = new MonacoLspClient(WebSocketTransport.fromWebSocket(socket));
};
