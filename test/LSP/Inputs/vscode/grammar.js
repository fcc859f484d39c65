// Prints how the grammar of the extension divides graphs, as VS Code's own library does it: for
// each line of the text what has a scope.
//
// usage: node grammar.js MODULES EXTENSION FILE..., where MODULES has vscode-textmate
const fs = require('node:fs');
const path = require('node:path');

const names = process.argv.slice(2);
const [modules, extension, ...files] = names.map((name) => path.resolve(name));
const textmate = require(path.join(modules, 'vscode-textmate'));
const oniguruma = require(path.join(modules, 'vscode-oniguruma'));

async function main() {
  const wasm = path.join(modules, 'vscode-oniguruma', 'release', 'onig.wasm');
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const about = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
  const [{ scopeName, path: source }] = about.contributes.grammars;
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(fs.readFileSync(path.join(extension, source), 'utf8'), source),
  });
  const grammar = await registry.loadGrammar(scopeName);
  for (const file of files) {
    let state = textmate.INITIAL;
    for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      const named = tokens.filter(({ scopes }) => scopes.length > 1);
      const words = named.map(({ startIndex, endIndex, scopes }) => {
        const scope = scopes.at(-1).replace(/\.fx$/, '');
        return `${line.slice(startIndex, endIndex)} <${scope}>`;
      });
      if (words.length > 0) console.log(words.join(' '));
      state = ruleStack;
    }
  }
}

main().catch((problem) => {
  console.log(problem);
  process.exit(1);
});
