// As much of VS Code as the extension and its client use, with one open text. What they register is
// kept in `shown`, where a test looks for what VS Code would show.
const values = require('./values.js');

const { EventEmitter, Position, Uri } = values;

const events = {};
/** The event of a name, which `fire` makes happen. */
function event(name) {
  events[name] ??= new EventEmitter();
  return events[name].event;
}
function fire(name, value) {
  event(name);
  events[name].fire(value);
}

const shown = { commands: {}, providers: {}, diagnostics: new Map(), watchers: [], messages: [] };
const settings = {};
const lineEnd = /\r\n|\n|\r/;

class TextDocument {
  constructor(file, languageId, text) {
    Object.assign(this, { uri: Uri.file(file), fileName: file, languageId, text, version: 1 });
  }
  getText() {
    return this.text;
  }
  get lines() {
    return this.text.split(lineEnd);
  }
  offsetAt(position) {
    const before = this.lines.slice(0, position.line);
    return before.join('\n').length + (position.line > 0 ? 1 : 0) + position.character;
  }
  /** Puts a text in the place of a range, as typing it does. */
  edit(range, text) {
    const [begin, end] = [this.offsetAt(range.start), this.offsetAt(range.end)];
    this.text = this.text.slice(0, begin) + text + this.text.slice(end);
    this.version += 1;
    const change = { range, rangeOffset: begin, rangeLength: end - begin, text };
    fire('onDidChangeTextDocument', { document: this, contentChanges: [change] });
  }
}

function matches(filter, document) {
  const { language = '*', scheme = '*', pattern } = filter;
  const isOf = (wanted, found) => wanted === '*' || wanted === found;
  const hasName = pattern === undefined || document.fileName.endsWith(pattern.replace('**/*', ''));
  return isOf(language, document.languageId) && isOf(scheme, document.uri.scheme) && hasName;
}

function register(name) {
  return (selector, provider) => {
    const entry = { selector, provider };
    (shown.providers[name] ??= new Set()).add(entry);
    return { dispose: () => shown.providers[name].delete(entry) };
  };
}

function say(kind) {
  return async (text) => {
    shown.messages.push(`${kind}: ${text}`);
  };
}

const log = () => {};
const output = {
  logLevel: values.LogLevel.Info,
  onDidChangeLogLevel: event('onDidChangeLogLevel'),
  ...Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine', 'show', 'dispose'].map(
      (name) => [name, log],
    ),
  ),
};

const workspace = {
  workspaceFolders: undefined,
  textDocuments: [],
  notebookDocuments: [],
  getConfiguration: (section) => ({
    get: (name, otherwise) =>
      (section === undefined ? settings[name] : settings[section]?.[name]) ?? otherwise,
  }),
  createFileSystemWatcher(pattern) {
    const changed = new EventEmitter();
    const watcher = {
      pattern,
      changed,
      onDidCreate: new EventEmitter().event,
      onDidChange: changed.event,
      onDidDelete: new EventEmitter().event,
      dispose: () => shown.watchers.splice(shown.watchers.indexOf(watcher), 1),
    };
    shown.watchers.push(watcher);
    return watcher;
  },
};

const languages = {
  match: (selector, document) =>
    [selector].flat().some((filter) => matches(filter, document)) ? 10 : 0,
  createDiagnosticCollection: () => ({
    set: (uri, diagnostics) => shown.diagnostics.set(uri.toString(), diagnostics),
    dispose: () => shown.diagnostics.clear(),
  }),
};

const window = {
  tabGroups: { all: [], onDidChangeTabs: event('onDidChangeTabs') },
  visibleTextEditors: [],
  createOutputChannel: () => output,
  showErrorMessage: say('error'),
  showWarningMessage: say('warning'),
  showInformationMessage: say('information'),
};

const commands = {
  registerCommand(name, run) {
    shown.commands[name] = run;
    return { dispose: () => delete shown.commands[name] };
  },
};

/** What is not written above: events, and the registration of providers. */
function withEvents(object) {
  return new Proxy(object, {
    get(target, name) {
      if (!(name in target) && typeof name === 'string') {
        if (/^on(Did|Will)/.test(name)) return event(name);
        if (/^register.*Provider$/.test(name)) return register(name);
      }
      return target[name];
    },
  });
}

// The client derives classes of its own from these, of which no answer of this server makes one.
const unused = ['CallHierarchyItem', 'CodeLens', 'CompletionItem', 'DocumentLink',
  'SymbolInformation', 'TypeHierarchyItem'];

const vscode = {
  ...values,
  ...Object.fromEntries(unused.map((name) => [name, class {}])),
  version: '1.91.0',
  env: { appName: 'test', language: 'en' },
  workspace: withEvents(workspace),
  languages: withEvents(languages),
  window: withEvents(window),
  commands,
};

module.exports = { vscode, shown, settings, fire, TextDocument };
