// Finds what a Markdown document names and the repository does not have.

/** How long the documents at the root may be, in lines. */
export const budgets = {
  'AGENTS.md': 120,
  'ARCHITECTURE.md': 200,
  'CONTRIBUTING.md': 120,
  'GLOSSARY.md': 150,
  'STYLE.md': 200,
}

const folders = 'packages|crates|fixtures|scripts|examples|docs|test|bench|lint-plants'
const link = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g
const path = new RegExp(`\`((?:${folders})/[^\`<>*{}\\s]*)\``, 'g')

/** Returns the complaints about a document: a link or a path that leads nowhere, or too many lines. */
export function complaintsOf(document, text, exists) {
  const at = (target) => new URL(target, `file:///${document}`).pathname.slice(1)
  const links = [...text.matchAll(link)].map((match) => match[1]).filter((target) => !exists(at(target)))
  const paths = [...text.matchAll(path)].map((match) => match[1]).filter((target) => !exists(target))
  const lines = text.trimEnd().split('\n').length
  return [
    ...[...links, ...paths].map((target) => `${document}: "${target}" does not exist`),
    ...(lines > budgets[document] ? [`${document} has ${lines} lines, over ${budgets[document]}`] : []),
  ]
}
