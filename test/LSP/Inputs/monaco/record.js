// Edits models in Monaco at random, as its commands and many cursors do, and writes what the server
// got of it: [{file, text, changes, result}], for random_edits.py --recorded.
//
// usage: node record.js MONACO CHROMIUM SERVER FOLDER EDITS OUTPUT MODEL...
const fs = require('node:fs');
const path = require('node:path');

const { withMonaco } = require('./browser.js');

const [monaco, chromium, server, temporary, edits, output, ...models] = process.argv.slice(2);

/** In the page: types and chooses commands until the server got so many notifications. */
async function editAtRandom(edits, seed) {
  const { editor, monaco } = window;
  const model = editor.getModel();
  const original = model.getValue();
  let state = seed;
  const draw = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const pick = (list) => list[draw(list.length)];
  const run = (command) => editor.trigger('random', command, {});
  const type = (text) => editor.trigger('keyboard', 'type', { text });
  const goTo = (lineNumber, column = 1) => editor.setPosition({ lineNumber, column });
  const lines = (pattern) => {
    const found = [];
    for (let line = 1; line <= model.getLineCount(); line += 1) {
      if (pattern.test(model.getLineContent(line))) found.push(line);
    }
    return found;
  };
  let changes = 0;
  model.onDidChangeContent(() => (changes += 1));

  const statement = /^ {4}(\w+) [-+*]?= .*(?:relu|torch::).*;/;
  const registered = /^ {4}\w+ = register_module\(.*\);$/;
  const kept = [
    // A letter at a time; brackets and quotes close themselves.
    () => {
      goTo(pick(lines(/^ {2,4}\w/)));
      for (const letter of `${pick(['// (ü)', '// "ä"', '// 😀 end', '// [{€}]'])}\n`) type(letter);
    },
    () => {
      const found = lines(statement);
      if (found.length === 0) return;
      const line = pick(found);
      const name = statement.exec(model.getLineContent(line))[1];
      goTo(line, model.getLineMaxColumn(line));
      run('editor.action.insertLineAfter');
      editor.trigger('keyboard', 'paste', { text: `    /* 😀 */ ${name} = torch::relu(${name});` });
    },
    () => {
      const found = lines(statement);
      if (found.length === 0) return;
      goTo(pick(found));
      run(pick(['editor.action.copyLinesDownAction', 'editor.action.copyLinesUpAction']));
    },
    // All places of a name at once.
    () => {
      const found = model.findMatches('\\bx[ä]*\\b', model.getFullModelRange(), true, true, null, false);
      if (found.length === 0 || original.includes('::x')) return;
      editor.setSelections(
        found.map(({ range }) => ({
          selectionStartLineNumber: range.startLineNumber,
          selectionStartColumn: range.startColumn,
          positionLineNumber: range.endLineNumber,
          positionColumn: range.endColumn,
        })),
      );
      type(pick(['x', 'xä']));
      editor.setPosition(editor.getPosition());
    },
    () => {
      const found = lines(registered).filter((line, i, all) => all[i + 1] === line + 1);
      if (found.length === 0) return;
      goTo(pick(found));
      run('editor.action.moveLinesDownAction');
    },
    () => {
      model.pushEOL(pick([monaco.editor.EndOfLineSequence.LF, monaco.editor.EndOfLineSequence.CRLF]));
    },
    () => {
      const line = 1 + draw(model.getLineCount());
      editor.setSelection(new monaco.Range(line, 1, Math.min(line + 2, model.getLineCount()), 1));
      run(pick(['editor.action.indentLines', 'editor.action.outdentLines']));
    },
    () => {
      goTo(pick(lines(/;$/)));
      run('cursorEnd');
      editor.trigger('keyboard', 'paste', { text: pick([' // ü', ' /* 😀 */']) });
    },
  ];
  const broken = [
    () => type(pick(['(', '{', '"', '😀', 'torch::', ';', '\n'])),
    () => run(pick(['deleteLeft', 'deleteRight', 'deleteWordLeft', 'editor.action.transposeLetters'])),
    () => run(pick(['editor.action.deleteLines', 'editor.action.commentLine'])),
    () => run(pick(['editor.action.joinLines', 'editor.action.duplicateSelection'])),
    () => run(pick(['undo', 'redo'])),
  ];
  const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
  while (changes < edits) {
    if (model.getValueLength() > 1.5 * original.length + 500) model.setValue(original);
    if (draw(6) > 0) {
      pick(kept)();
    } else {
      const before = model.getValue();
      editor.pushUndoStop();
      const line = 1 + draw(model.getLineCount());
      goTo(line, 1 + draw(model.getLineMaxColumn(line)));
      for (let i = draw(4); i >= 0; i -= 1) pick(broken)();
      await pause();
      for (let i = 0; i < 5 && model.getValue() !== before; i += 1) run('undo');
      // Where an undo takes more back than that.
      if (model.getValue() !== before) model.setValue(before);
    }
    await pause();
  }
  return model.getValue();
}

async function main() {
  const sessions = [];
  let session;
  const onSent = ({ method, params }) => {
    if (method === 'textDocument/didOpen') session.text = params.textDocument.text;
    if (method === 'textDocument/didChange') session.changes.push(params.contentChanges);
  };
  await withMonaco({ monaco, chromium, server, temporary, onSent }, async (page, show) => {
    for (const [number, file] of models.entries()) {
      session = { file: path.basename(file), text: '', changes: [] };
      sessions.push(session);
      await show(`file:///${session.file.toLowerCase()}`, fs.readFileSync(file, 'utf8'));
      await page.evaluate(() => window.client._initPromise);
      session.result = await page.evaluate(editAtRandom, Number(edits), number + 1);
      // What was sent last is here when an answer to something sent behind it is.
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  });
  fs.writeFileSync(output, JSON.stringify(sessions));
}

main().catch((problem) => {
  console.log(problem);
  process.exitCode = 1;
});
