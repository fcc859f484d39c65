// The section fx-clang of the settings, as the server and the system understand it.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

function workspaceFolder(): string | undefined {
  return vscode.workspace.workspaceFolders?.find((folder) => folder.uri.scheme === 'file')?.uri
    .fsPath;
}

// VS Code replaces no variables in settings.
function expand(text: string): string {
  const folder = workspaceFolder();
  return folder === undefined ? text : text.replaceAll('${workspaceFolder}', () => folder);
}

function expandPath(text: string): string {
  const expanded = expand(text);
  return /^~(?=$|[\\/])/.test(expanded) ? os.homedir() + expanded.slice(1) : expanded;
}

/** What docs/Editor.md calls initializationOptions. */
export function serverSettings(): { compileCommandsDir: string; extraArgs: string[] } {
  const section = vscode.workspace.getConfiguration('fx-clang');
  return {
    compileCommandsDir: expandPath(section.get('compileCommandsDir', '')),
    extraArgs: section.get<string[]>('extraArgs', []).map(expand),
  };
}

export function serverPath(): string {
  return expandPath(vscode.workspace.getConfiguration('fx-clang').get('path', 'fx-clang-lsp'));
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The file that a name or path means: a name is looked for in PATH, as a shell does. */
export function findProgram(program: string): string | undefined {
  const names = process.platform === 'win32' ? [program, `${program}.exe`] : [program];
  const folders = /[\\/]/.test(program)
    ? [workspaceFolder() ?? '']
    : (process.env.PATH ?? '').split(path.delimiter);
  return folders
    .flatMap((folder) => names.map((name) => path.resolve(folder, name)))
    .find(isProgram);
}
