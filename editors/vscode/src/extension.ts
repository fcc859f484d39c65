// Starts fx-clang-lsp for the C++ files of a workspace, and for graphs in files .fx. What the
// server answers, hints, hovers, messages and quick fixes, VS Code shows by itself.
import * as vscode from 'vscode';
import {
  DidChangeConfigurationNotification,
  DocumentSelector,
  LanguageClient,
} from 'vscode-languageclient/node';

import { findProgram, serverPath, serverSettings } from './settings';

// Headers whose names end in .h are C to VS Code where a user's associations of files say so.
const documents: DocumentSelector = [
  { scheme: 'file', language: 'cpp' },
  { scheme: 'file', language: 'cuda-cpp' },
  { scheme: 'file', language: 'c', pattern: '**/*.h' },
  { scheme: 'file', language: 'fx' },
];

let client: LanguageClient | undefined;
let output: vscode.LogOutputChannel;
// One restart after the other: a user may ask for the next before the server has ended.
let last: Promise<void> = Promise.resolve();

async function sayMissing(path: string): Promise<void> {
  const where = /[\\/]/.test(path) ? 'There is no program' : 'No folder of PATH has a program';
  const text =
    `fx-clang: ${where} "${path}", so no shapes are shown. ` +
    'Install fx-clang, or set "fx-clang.path" to the path of fx-clang-lsp.';
  output.error(text);
  const open = 'Open the setting';
  if ((await vscode.window.showErrorMessage(text, open)) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'fx-clang.path');
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  try {
    await old?.stop();
  } catch (problem) {
    // It never started, or does not answer; the client kills the process then.
    output.warn(String(problem));
  }
}

function start(): void {
  const path = serverPath();
  const program = findProgram(path);
  if (program === undefined) {
    void sayMissing(path);
    return;
  }
  output.info(`Starting ${program}`);
  client = new LanguageClient(
    'fx-clang',
    'fx-clang',
    { command: program },
    {
      documentSelector: documents,
      outputChannel: output,
      initializationOptions: serverSettings,
    },
  );
  // The client has shown the reason to the user.
  client.start().catch((problem) => output.error(String(problem)));
}

function restart(): Promise<void> {
  last = last.then(stop).then(start);
  return last;
}

// The client's own synchronisation of settings sends them as they are written, with
// ${workspaceFolder} in them, and to a server that a change of its path is about to end.
async function tellSettings(): Promise<void> {
  try {
    await client?.sendNotification(DidChangeConfigurationNotification.type, {
      settings: { 'fx-clang': serverSettings() },
    });
  } catch (problem) {
    // A server that has ended is told them when it starts.
    output.warn(String(problem));
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel('fx-clang', { log: true });
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('fx-clang.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('fx-clang.path')) void restart();
      else if (event.affectsConfiguration('fx-clang')) void tellSettings();
    }),
  );
  await restart();
}

export function deactivate(): Promise<void> {
  last = last.then(stop);
  return last;
}
