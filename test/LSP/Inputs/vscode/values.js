// The values of VS Code's API that the extension and its client pass to an editor.
const { fileURLToPath, pathToFileURL } = require('node:url');

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end, endLine, endCharacter) {
    const given = typeof start === 'object';
    this.start = given ? start : new Position(start, end);
    this.end = given ? end : new Position(endLine, endCharacter);
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(':'));
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Location {
  constructor(uri, range) {
    Object.assign(this, { uri, range });
  }
}

class DiagnosticRelatedInformation {
  constructor(location, message) {
    Object.assign(this, { location, message });
  }
}

class InlayHint {
  constructor(position, label, kind) {
    Object.assign(this, { position, label, kind });
  }
}

class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}

class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }
  set(uri, edits) {
    // An edit may stand beside what is said of it.
    this.edits.push([uri, edits.map(edit => Array.isArray(edit) ? edit[0] : edit)]);
  }
  entries() {
    return this.edits;
  }
}

class CodeAction {
  constructor(title, kind) {
    Object.assign(this, { title, kind });
  }
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
CodeActionKind.Empty = new CodeActionKind('');
for (const name of ['QuickFix', 'Refactor', 'Source']) {
  CodeActionKind[name] = new CodeActionKind(name.toLowerCase());
}

class MarkdownString {
  constructor(value = '') {
    this.value = value;
  }
  appendCodeblock(code) {
    this.value += code;
  }
}

class Hover {
  constructor(contents, range) {
    Object.assign(this, { contents: [contents].flat(), range });
  }
}

class SemanticTokens {
  constructor(data, resultId) {
    Object.assign(this, { data, resultId });
  }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self, disposables) => {
      const bound = self === undefined ? listener : listener.bind(self);
      this.listeners.add(bound);
      const disposable = { dispose: () => this.listeners.delete(bound) };
      disposables?.push(disposable);
      return disposable;
    };
  }
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class CancellationTokenSource {
  constructor() {
    this.cancelled = new EventEmitter();
    this.token = {
      isCancellationRequested: false,
      onCancellationRequested: this.cancelled.event,
    };
  }
  cancel() {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }
  dispose() {}
}

module.exports = {
  CancellationError: class extends Error {},
  CancellationTokenSource,
  CodeAction,
  CodeActionKind,
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  Disposable: class {
    constructor(dispose) {
      this.dispose = dispose;
    }
  },
  EventEmitter,
  Hover,
  InlayHint,
  Location,
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  MarkdownString,
  Position,
  Range,
  SemanticTokens,
  TextEdit,
  Uri,
  WorkspaceEdit,
};
