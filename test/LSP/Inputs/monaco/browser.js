// Chromium with the page of Monaco, and behind it the server: what one says to the other goes through
// a web socket of this process.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The messages of a stream, each with its Content-Length before it. */
function readMessages(stream, onMessage) {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const begin = end + 4;
      const length = Number(/Content-Length: (\d+)/i.exec(rest.toString('latin1', 0, end))[1]);
      if (rest.length < begin + length) return;
      onMessage(rest.toString('utf8', begin, begin + length));
      rest = rest.subarray(begin + length);
    }
  });
}

/** One server for each page that connects. `onSent` sees what the editor says. */
function bridge(folder, server, onSent) {
  const { WebSocketServer } = require(path.join(folder, 'node_modules', 'ws'));
  const site = http.createServer((request, response) => {
    const file = path.join(folder, request.url === '/' ? 'page.html' : path.normalize(request.url));
    if (!file.startsWith(folder) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'font/ttf' });
    fs.createReadStream(file).pipe(response);
  });
  new WebSocketServer({ server: site }).on('connection', (socket) => {
    const child = spawn(server, { stdio: ['pipe', 'pipe', 'inherit'] });
    readMessages(child.stdout, (text) => socket.send(text));
    socket.on('message', (data) => {
      onSent?.(JSON.parse(data.toString()));
      child.stdin.write(`Content-Length: ${data.length}\r\n\r\n`);
      child.stdin.write(data);
    });
    socket.on('close', () => child.stdin.end());
  });
  return site;
}

/** Runs `work` on the page, and leaves nothing running. `work` has show(address, text) beside it. */
async function withMonaco({ monaco, chromium, server, temporary, onSent }, work) {
  const folder = path.resolve(monaco);
  const puppeteer = require(path.join(folder, 'node_modules', 'puppeteer-core'));
  const browser = await puppeteer.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu'],
    userDataDir: path.join(temporary, 'profile'),
    defaultViewport: { width: 1100, height: 420 },
    protocolTimeout: 300_000,
  });
  const site = bridge(folder, server, onSent);
  try {
    await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${site.address().port}/`;
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.log(`error of the page: ${error.message ?? error}`));
    const show = async (file, text) => {
      await page.goto(address);
      await page.evaluate((file, text) => window.show(file, text), file, text);
    };
    await work(page, show);
  } finally {
    await browser.close();
    site.close();
    fs.rmSync(path.join(temporary, 'profile'), { recursive: true, force: true });
  }
}

module.exports = { withMonaco };
