// Opens a model in Monaco, types in it, and prints what the page shows: hints, the lens above
// forward, messages and where they are underlined, and the text after a quick fix and after a
// refactoring. Its pictures are in the folder.
//
// usage: node session.js MONACO CHROMIUM SERVER MODEL FOLDER, where MONACO is what bundle.sh made
const fs = require('node:fs');
const path = require('node:path');

const { withMonaco } = require('./browser.js');

const [monaco, chromium, server, model, temporary] = process.argv.slice(2);
const timeout = 120_000;

async function session(page, show) {
  /** What is shown on the line that has a text, hints with it. */
  const shown = (text) =>
    page.evaluate((text) => {
      const lines = [...document.querySelectorAll('.view-line')];
      const found = lines.map((line) => line.textContent.replaceAll('\u00a0', ' '));
      return found.find((line) => line.includes(text))?.trim();
    }, text);

  const waitFor = (look, ...values) => page.waitForFunction(look, { timeout }, ...values);

  const waitForShown = (text) =>
    waitFor(
      (text) =>
        [...document.querySelectorAll('.view-line')].some((line) =>
          line.textContent.replaceAll('\u00a0', ' ').includes(text),
        ),
      text,
    );

  const lineOf = (text) =>
    page.evaluate((text) => window.editor.getModel().findMatches(text)[0].range, text);

  const markers = () =>
    page.evaluate(() =>
      window.monaco.editor
        .getModelMarkers({})
        .map(({ severity, message, startLineNumber, startColumn }) => {
          const kind = window.monaco.MarkerSeverity[severity];
          return `${kind} ${startLineNumber}:${startColumn}: ${message.split('\n')[0]}`;
        }),
    );

  /** Until a message says a text; before, others may be shown of what is typed in part. */
  const waitForMessage = (text) =>
    waitFor((text) => {
      const markers = window.monaco.editor.getModelMarkers({});
      return markers.length === 1 && markers[0].message.includes(text);
    }, text);

  /** Types in the place of a text. */
  async function type(before, after) {
    await page.evaluate((before) => {
      window.editor.setSelection(window.editor.getModel().findMatches(before)[0].range);
      window.editor.focus();
    }, before);
    if (after === '') await page.keyboard.press('Backspace');
    else await page.keyboard.type(after);
  }

  /** Chooses what the light bulb offers at a text. */
  async function choose(text, title, name) {
    await page.evaluate((text) => {
      const { startLineNumber, endColumn } = window.editor.getModel().findMatches(text)[0].range;
      window.editor.setPosition({ lineNumber: startLineNumber, column: endColumn });
      window.editor.focus();
    }, text);
    await page.evaluate(() => window.editor.trigger('test', 'editor.action.quickFix', {}));
    const item = await page.waitForSelector(`.action-widget ::-p-text(${title})`, { timeout });
    await picture(name);
    console.log(`offered: ${await item.evaluate((node) => node.textContent)}`);
    await item.click();
  }

  // The page is drawn a moment after the model has what it shows.
  async function picture(name) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await page.screenshot({ path: path.join(temporary, `${name}.png`) });
  }

  await show('file:///net.cpp', fs.readFileSync(model, 'utf8'));
  await waitForShown('f32[2, 4]');
  console.log(`opened: ${await shown('auto y')}`);
  const lens = await page.waitForSelector('.codelens-decoration', { timeout });
  await waitFor(() => document.querySelector('.codelens-decoration').textContent.includes('node'));
  console.log(`lens: ${await lens.evaluate((node) => node.textContent.replaceAll("\u00a0", " "))}`);
  await picture('opened');

  // Columns are counted in UTF-16, and a line above moves what is below.
  await type('// fx:', '// A line more.\n// fx:');
  await type('Linear(8, 4)', 'Linear(8, 6)');
  await type('auto y', '/* ä😀 */ auto y');
  await waitForShown('f32[2, 6]');
  console.log(`edited: ${await shown('auto y')}`);
  await picture('edited');

  await type('Linear(8, 6)', 'Linear(7, 6)');
  await waitForMessage('2x8 and 7x6');
  console.log(`wrong: ${(await markers()).join('; ')}`);
  await page.waitForSelector('.squiggly-error', { timeout });
  const under = await page.evaluate(() => {
    const { top, left } = document.querySelector('.squiggly-error').getBoundingClientRect();
    const at = window.editor.getTargetAtClientPoint(left + 1, top + 1).position;
    return window.editor.getModel().getWordAtPosition(at).word;
  });
  console.log(`underlined: ${under}`);
  await picture('wrong-shape');
  await type('Linear(7, 6)', 'Linear(8, 6)');
  await waitFor(() => window.monaco.editor.getModelMarkers({}).length === 0);

  await type('y = y * 2;', 'y = y * 2');
  await waitForMessage("expected ';'");
  console.log(`message: ${(await markers()).join('; ')}`);
  await choose('y = y * 2', 'Fix: expected', 'quick-fix');
  await waitFor(() => window.editor.getValue().includes('y = y * 2;'));
  await waitFor(() => window.monaco.editor.getModelMarkers({}).length === 0);
  const { startLineNumber } = await lineOf('y = y * 2;');
  const fixed = (line) => window.editor.getModel().getLineContent(line);
  console.log(`fixed: ${await page.evaluate(fixed, startLineNumber)}`);
  await waitForShown('y = y * 2;f32[2, 6]');

  // Made and traced again when it is chosen.
  await choose('torch::relu', 'module', 'refactoring');
  await waitFor(() => !window.editor.getValue().includes('torch::relu('));
  await waitForShown('auto y');
  await waitForShown('relu(fc(x));f32[2, 6]');
  console.log(`rewritten: ${await shown('auto y')}`);
  await picture('rewritten');
}

withMonaco({ monaco, chromium, server, temporary }, session).catch((problem) => {
  console.log(problem);
  process.exitCode = 1;
});
