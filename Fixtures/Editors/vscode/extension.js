// Lints each Swift document while it is typed: one process for an edit, which takes some
// milliseconds. The result of an edit is dropped where the document has moved on.

const { execFile } = require('child_process');
const path = require('path');
const vscode = require('vscode');

const NAME = 'swift-determinism-lint';
const SETTINGS = 'swiftDeterminismLint';
/** What is said of comments, which no comment allows. */
const REMARKS = ['suppression-without-reason', 'unknown-rule', 'unused-suppression'];

let collection;
/** By the URI of a document: the version that was linted, and what was found, with its ranges. */
const findings = new Map();
/** By rule: its page as it was printed, or what will be. */
const pages = new Map();
let lastComplaint;

exports.activate = (context) => {
  collection = vscode.languages.createDiagnosticCollection(NAME);
  const provider = { provideCodeActions, provideHover };
  const { workspace, languages } = vscode;
  context.subscriptions.push(
    collection,
    workspace.onDidOpenTextDocument(lint),
    workspace.onDidSaveTextDocument(lint),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (setting(document, 'run') === 'onType') lint(document);
    }),
    workspace.onDidCloseTextDocument(forget),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SETTINGS)) lintAll();
    }),
    languages.registerCodeActionsProvider('swift', provider, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    languages.registerHoverProvider('swift', provider),
  );
  const watcher = workspace.createFileSystemWatcher('**/{.swift-determinism-*,*.yml}');
  for (const event of ['onDidChange', 'onDidCreate', 'onDidDelete']) watcher[event](lintAll);
  context.subscriptions.push(watcher);
  lintAll();
};

function setting(document, name) {
  return vscode.workspace.getConfiguration(SETTINGS, document.uri).get(name);
}

function lintAll() {
  pages.clear();
  vscode.workspace.textDocuments.forEach(lint);
}

function forget(document) {
  findings.delete(document.uri.toString());
  collection.delete(document.uri);
}

/** Runs the tool in the document's folder of the workspace; resolves to both of its streams. */
function run(document, words, input) {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const program = setting(document, 'path') || NAME;
  const options = { cwd: folder && folder.uri.fsPath, maxBuffer: 1 << 28 };
  return new Promise((resolve) => {
    const child = execFile(program, words, options, (error, output, errors) => {
      const isMissing = Boolean(error) && error.code === 'ENOENT';
      const complaint = isMissing ? `'${program}' was not found; install it, or set '${SETTINGS}.path'`
        : errors.trim() || (error && error.message) || `'${program}' printed no report`;
      resolve({ output, isMissing, complaint });
    });
    child.stdin.on('error', () => {}); // One that has ended has said why.
    child.stdin.end(input);
  });
}

/** What the tool says of a text that stands for the document, and what it printed. */
async function report(document, text) {
  const name = document.uri.scheme === 'file' ? document.uri.fsPath : path.basename(document.uri.path);
  const words = ['--quiet', '--no-color-diagnostics', '--format', 'json',
    ...setting(document, 'arguments')];
  const ended = await run(document, [...words, '--stdin-path', name], text);
  return { ended, said: lastMessage(ended.output) };
}

async function lint(document) {
  if (document.languageId !== 'swift' || !['file', 'untitled'].includes(document.uri.scheme)) return;
  const version = document.version;
  const text = document.getText();
  const { ended, said } = await report(document, text);
  if (document.isClosed || document.version !== version) return;
  if (!said) return complain(ended);
  lastComplaint = undefined;
  const rangeOf = ranges(document, text);
  const found = said.diagnostics.map((finding) => ({ ...finding, range: rangeOf(finding) }));
  for (const finding of found) finding.diagnostic = diagnostic(finding, document);
  findings.set(document.uri.toString(), { version, found });
  collection.set(document.uri, found.map((finding) => finding.diagnostic));
}

/** Messages stand one after the other, each behind its length in bytes; the last has the findings. */
function lastMessage(output) {
  let rest = Buffer.from(output);
  let message;
  for (let end = rest.indexOf('\n'); end > 0; end = rest.indexOf('\n')) {
    const start = end + 1;
    const length = Number(rest.subarray(0, end).toString());
    message = rest.subarray(start, start + length).toString();
    rest = rest.subarray(start + length + 1);
  }
  return message && JSON.parse(message);
}

/** Says what is wrong once, not at each keystroke. */
async function complain({ complaint, isMissing }) {
  if (complaint === lastComplaint) return;
  lastComplaint = complaint;
  const choices = isMissing ? ['Open Settings'] : [];
  const chosen = await vscode.window.showWarningMessage(`${NAME}: ${complaint}`, ...choices);
  if (chosen) vscode.commands.executeCommand('workbench.action.openSettings', `${SETTINGS}.path`);
}

/** The tool counts bytes of UTF-8, the editor code units of UTF-16. Of places that come in order
 * the text is gone through once. */
function ranges(document, text) {
  const bytes = Buffer.from(text);
  let [start, units] = [0, 0];
  function position(offset) {
    if (offset < start) [start, units] = [0, 0];
    units += bytes.subarray(start, offset).toString().length;
    start = offset;
    return document.positionAt(units);
  }
  return ({ offset, length }) => new vscode.Range(position(offset), position(offset + length));
}

function diagnostic(finding, document) {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  const severity = finding.severity === 'error' ? Error : Warning;
  const shown = new vscode.Diagnostic(finding.range, finding.message, severity);
  shown.source = 'determinism';
  shown.code = finding.rule;
  shown.relatedInformation = finding.notes.map((note) => {
    const place = new vscode.Position(note.line - 1, 0);
    return new vscode.DiagnosticRelatedInformation(
      new vscode.Location(document.uri, place), note.message);
  });
  return shown;
}

/** What was found in a range, if the document is still what was linted. */
function findingsIn(document, range) {
  const { version, found } = findings.get(document.uri.toString()) || {};
  return version === document.version ? found.filter((one) => one.range.intersection(range)) : [];
}

async function provideCodeActions(document, range) {
  const rangeOf = ranges(document, document.getText());
  const offered = findingsIn(document, range).map(async (finding) => [
    ...finding['fix-its'].map((fixIt) => replacement(document, finding, fixIt.text, rangeOf(fixIt))),
    ...(REMARKS.includes(finding.rule) || isBegun(document, finding)
      || !await isAllowable(document, finding) ? [] : [allowance(document, finding)]),
  ]);
  return (await Promise.all(offered)).flat();
}

/** Whether a comment above the line is one: in a literal of several lines it would be text. */
async function isAllowable(document, { rule, offset, range }) {
  const text = document.getText();
  if (!/"""|#\/|\/\*/.test(text)) return true;
  const start = document.offsetAt(new vscode.Position(range.start.line, 0));
  const comment = `// determinism:allow ${rule}: tried\n`;
  const { said } = await report(document, text.slice(0, start) + comment + text.slice(start));
  return said && !said.diagnostics.some((one) => one.rule === rule && one.offset === offset + comment.length);
}

function action(title, finding) {
  const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  made.diagnostics = [finding.diagnostic];
  made.edit = new vscode.WorkspaceEdit();
  return made;
}

function replacement(document, finding, text, range) {
  const made = action(text ? `Replace with '${text}'` : 'Remove', finding);
  made.isPreferred = finding['fix-its'].length === 1;
  made.edit.replace(document.uri, range, text);
  return made;
}

/** Whether the comment is there, on the line or above it, and lacks its reason alone. */
function isBegun(document, { rule, range }) {
  const lines = [range.start.line, range.start.line - 1];
  return findings.get(document.uri.toString()).found.some((one) =>
    one.rule === 'suppression-without-reason' && lines.includes(one.range.start.line)
    && document.getText(one.range).split(/[\s,:]+/).includes(rule));
}

/** A comment of its own line before the finding, whose reason is left to be typed. */
function allowance(document, finding) {
  const made = action(`Allow here: '// determinism:allow ${finding.rule}'`, finding);
  const line = finding.range.start.line;
  const indentation = document.lineAt(line).text.match(/^[ \t]*/)[0];
  const comment = new vscode.SnippetString(`${indentation}// determinism:allow ${finding.rule}: `)
    .appendPlaceholder('reason').appendText('\n');
  made.edit.set(document.uri, [
    vscode.SnippetTextEdit.insert(new vscode.Position(line, 0), comment),
  ]);
  return made;
}

async function provideHover(document, position) {
  const range = new vscode.Range(position, position);
  const [finding] = findingsIn(document, range);
  if (!finding) return undefined;
  if (!pages.has(finding.rule)) {
    const words = ['rules', '--no-color-diagnostics', finding.rule];
    pages.set(finding.rule, run(document, words, '').then(({ output }) => output));
  }
  const page = await pages.get(finding.rule);
  return page && new vscode.Hover(new vscode.MarkdownString().appendCodeblock(page, 'text'), finding.range);
}
