// Runs the bundle of the extension as VS Code does, opens a model, edits it, and prints what would
// be shown: hints, a hover, a message, the text after its quick fix; then what settings, files on
// the disk and a restart change.
//
// usage: node session.js EXTENSION SERVER FOLDER, where FOLDER has the model
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const { vscode, shown, settings, fire, TextDocument } = require('./vscode.js');

const [extension, server, folder] = process.argv.slice(2);
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

const seconds = 120;
const never = new vscode.CancellationTokenSource().token;
const model = path.join(folder, 'net.cpp');
const document = new TextDocument(model, 'cpp', fs.readFileSync(model, 'utf8'));
const file = document.uri.toString();
const graphText = `graph():
    %x : = placeholder[target=x]
    %relu : = call_function[target=torch.relu](args = (%x,), kwargs = {}) loc("net.cpp":2:1-2:5)
    return %relu
`;
const graph = new TextDocument(path.join(folder, 'net.fx'), 'fx', graphText);

async function waitFor(what, look) {
  for (let i = 0; i < seconds * 50; i += 1) {
    const found = await look();
    if (found !== undefined) return found;
    if (shown.messages.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no ${what}; messages: ${shown.messages.join('; ')}`);
}

/** That of the server which runs for a document, where it has registered one. */
function provider(name, of = document) {
  const all = [...(shown.providers[name] ?? [])];
  return all.find(({ selector }) => vscode.languages.match(selector, of) > 0)?.provider;
}

const lineOf = (text) => document.lines.findIndex((line) => line.includes(text));

function replace(before, after) {
  const line = lineOf(before);
  const begin = document.lines[line].indexOf(before);
  document.edit(new vscode.Range(line, begin, line, begin + before.length), after);
}

/** The hint behind a line, as soon as it is another one. */
function hint(text, before) {
  return waitFor(`hint behind ${text}`, async () => {
    const all = new vscode.Range(0, 0, document.lines.length, 0);
    const hints = await provider('registerInlayHintsProvider')?.provideInlayHints(
      document,
      all,
      never,
    );
    const found = hints?.find(({ position }) => position.line === lineOf(text));
    return found === undefined || found.label === before ? undefined : found.label;
  });
}

const errors = () =>
  (shown.diagnostics.get(file) ?? []).filter(
    ({ severity }) => severity === vscode.DiagnosticSeverity.Error,
  );

async function fix(diagnostic) {
  const context = { diagnostics: [diagnostic], only: undefined, triggerKind: 1 };
  const actions = provider('registerCodeActionsProvider');
  const [action] = await actions.provideCodeActions(document, diagnostic.range, context, never);
  console.log(`action: ${action.title} (${action.kind.value})`);
  for (const [uri, edits] of action.edit.entries()) {
    if (uri.toString() !== file) throw new Error(`an edit of ${uri}`);
    for (const { range, newText } of edits) document.edit(range, newText);
  }
}

function set(name, value) {
  settings['fx-clang'] = { ...settings['fx-clang'], [name]: value };
  const affectsConfiguration = (section) => `fx-clang.${name}`.startsWith(section);
  fire('onDidChangeConfiguration', { affectsConfiguration });
}

async function main() {
  // What package.json says, as VS Code gives it before a user has set anything.
  const about = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
  settings['fx-clang'] = {};
  const { properties } = about.contributes.configuration;
  for (const [name, { default: value }] of Object.entries(properties)) {
    settings['fx-clang'][name.replace('fx-clang.', '')] = value;
  }
  settings['fx-clang'].path = server;
  settings['fx-clang'].extraArgs = ['-I${workspaceFolder}/include'];
  vscode.workspace.workspaceFolders = [{ uri: vscode.Uri.file(folder), name: 'folder', index: 0 }];
  vscode.workspace.textDocuments.push(document, graph);

  const { activate, deactivate } = require(path.join(extension, about.main));
  await activate({ subscriptions: [] });
  let last = await hint('auto y');
  console.log(`opened: ${last}`);

  const line = lineOf('auto y');
  const at = new vscode.Position(line, document.lines[line].indexOf('relu'));
  const hover = await provider('registerHoverProvider').provideHover(document, at, never);
  const lines = hover.contents[0].value.split('\n');
  console.log(`hover: ${lines.find((line) => line.includes('%'))}`);

  const [source] = await provider('registerDefinitionProvider', graph).provideDefinition(
    graph,
    new vscode.Position(2, 5),
    never,
  );
  console.log(`from the graph: ${path.basename(source.uri.fsPath)}:${source.range.start.line + 1}`);
  const colours = provider('registerDocumentSemanticTokensProvider', graph);
  const { data } = await colours.provideDocumentSemanticTokens(graph, never);
  console.log(`colours: ${data.length / 5}`);

  // Columns are counted in UTF-16, and a line above moves what is below.
  replace('Linear(8, width)', '/* ä😀 */ Linear(8, 6)');
  document.edit(new vscode.Range(0, 0, 0, 0), '// A line more.\n');
  last = await hint('auto y', last);
  console.log(`edited: ${last}`);

  replace('y = y * 2;', 'y = y * 2');
  const said = await waitFor('message', () => errors()[0]);
  console.log(`message: ${said.source}: ${said.message}`);
  await fix(said);
  console.log(`fixed: ${document.lines[lineOf('y = y * 2')]}`);
  await waitFor('end of the message', () => (errors().length === 0 ? true : undefined));

  replace('Linear(8, 6)', 'Linear(8, width)');
  last = await hint('auto y', last);
  set('extraArgs', ['-I${workspaceFolder}/include', '-DWIDTH=16']);
  last = await hint('auto y', last);
  console.log(`set: ${last}`);
  set('extraArgs', ['-I${workspaceFolder}/include']);
  last = await hint('auto y', last);
  console.log(`set back: ${last}`);

  const header = path.join(folder, 'include', 'width.h');
  fs.writeFileSync(header, fs.readFileSync(header, 'utf8').replace('WIDTH 4', 'WIDTH 12'));
  const watcher = shown.watchers.find(({ pattern }) => pattern.includes('hpp'));
  watcher.changed.fire(vscode.Uri.file(header));
  last = await hint('auto y', last);
  console.log(`changed on the disk: ${last}`);

  await shown.commands['fx-clang.restart']();
  console.log(`restarted: ${await hint('auto y')}`);

  set('path', 'no-such-server');
  console.log(await waitFor('message of a missing server', () => shown.messages.shift()));
  set('path', server);
  console.log(`found again: ${await hint('auto y')}`);
  await deactivate();
  console.log(`said besides: ${shown.messages.length}`);
}

main().catch((problem) => {
  console.log(problem);
  process.exit(1);
});
