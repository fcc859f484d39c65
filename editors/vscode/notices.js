// Writes the licences of the packages that are in the bundle, as these ask for.
//
// usage: node notices.js METAFILE OUTPUT, where METAFILE is esbuild's
const fs = require('node:fs');
const path = require('node:path');

const [metafile, output] = process.argv.slice(2);
const inputs = Object.keys(JSON.parse(fs.readFileSync(metafile, 'utf8')).inputs);
const folders = inputs
  .map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1])
  .filter((folder) => folder !== undefined);

const notices = [...new Set(folders)].sort().map((folder) => {
  const { name, version, license } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${folder} has no licence`);
  const text = fs.readFileSync(path.join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
});
fs.writeFileSync(
  output,
  'The extension contains the packages below.\n\n' + notices.join(`\n${'-'.repeat(80)}\n\n`),
);
