// Finds the comments of a source text, and what the style guide refuses in them.
import { parseSync } from 'oxc-parser'

const longestBlock = 6
const history = [/\bused to\b/i, /\bno longer\b/i, /\bpreviously\b/i, /\bwas\b[^.]*?ed because\b/i]
const delimiter = /^\s*(\/\*\*?|\*\/)\s*$/
const entryPoints = /(^|\/)(index\.ts|lib\.rs)$/

/** Returns `path:line: complaint` for every comment block that tells history or runs over six lines. */
export function complaintsOf(path, source) {
  const complaints = []
  for (const block of blocksOf(commentsOf(path, source), source)) {
    const text = block.text.replaceAll(/\s*\n[\s/*!]*/g, ' ')
    for (const phrase of history)
      if (phrase.test(text))
        complaints.push(`${path}:${block.line}: tells history ("${phrase.exec(text)[0]}"); say what holds`)
    if (block.lines > longestBlock && !entryPoints.test(path))
      complaints.push(
        `${path}:${block.line}: a comment of ${block.lines} lines, over ${longestBlock}; write a design note`,
      )
  }
  return complaints
}

function commentsOf(path, source) {
  return path.endsWith('.rs') ? rustComments(source) : scriptComments(path, source)
}

function scriptComments(path, source) {
  const { comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return comments.map(({ start, end }) => ({ start, end }))
}

// Strings, raw strings and characters are matched first so that what looks like a comment in them is skipped.
const rustToken =
  /b?"(?:\\[^]|[^"\\])*"|b?r(#*)"[^]*?"\1|'(?:\\.[^']*|[^'\\])'|(?<line>\/\/[^\n]*)|(?<block>\/\*)/g

function rustComments(source) {
  const comments = []
  rustToken.lastIndex = 0
  for (let match = rustToken.exec(source); match !== null; match = rustToken.exec(source)) {
    if (match.groups.block !== undefined) rustToken.lastIndex = endOfRustBlock(source, match.index)
    if (match.groups.line ?? match.groups.block)
      comments.push({ start: match.index, end: rustToken.lastIndex })
  }
  return comments
}

function endOfRustBlock(source, start) {
  let depth = 0
  const edge = /\/\*|\*\//g
  edge.lastIndex = start
  for (let match = edge.exec(source); match !== null; match = edge.exec(source)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return edge.lastIndex
  }
  return source.length
}

/** Joins comments that stand on consecutive lines with nothing but space between them. */
function blocksOf(comments, source) {
  const blocks = []
  for (const { start, end } of comments) {
    const last = blocks.at(-1)
    const between = last === undefined ? '' : source.slice(last.end, start)
    if (last !== undefined && /^[ \t]*\r?\n[ \t]*$/.test(between)) last.end = end
    else blocks.push({ start, end })
  }
  return blocks.map(({ start, end }) => {
    const text = source.slice(start, end)
    const lines = text.split('\n').filter((line) => !delimiter.test(line))
    return { text, line: source.slice(0, start).split('\n').length, lines: lines.length }
  })
}
