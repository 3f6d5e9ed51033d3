// Writes the parts of docs/cli.md and docs/spec.md that follow from the code: every command with its flags, every field of a
// spec. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { commands } from '../packages/cli/dist/commands/index.js'
import { runSpecJsonSchema } from '../packages/sdk/dist/index.js'
import { root } from './source-files.mjs'

const isCheck = process.argv.includes('--check')
renew('docs/cli.md', 'commands', commands.map(commandSection).join('\n\n'))
renew('docs/spec.md', 'fields', fieldTable(await runSpecJsonSchema()))

/** Replaces what stands between the two marks of a part. */
function renew(path, part, text) {
  const [start, end] = [`<!-- generated: ${part} -->`, `<!-- end of ${part} -->`]
  const before = readFileSync(join(root, path), 'utf8')
  const [head, rest] = before.split(start)
  const tail = rest?.split(end)[1]
  if (tail === undefined) throw new Error(`${path} has no part between ${start} and ${end}`)
  const after = `${head}${start}\n\n${text}\n\n${end}${tail}`
  if (after === before) return
  if (!isCheck) return writeFileSync(join(root, path), after)
  process.stderr.write(`${path} is not what the code says; run node scripts/cli-reference.mjs\n`)
  process.exitCode = 1
}

function commandSection({ name, about, arguments: given, flags }) {
  const usage = ['agentdescent', name, ...given.map(argumentOf), ...(flags.length > 0 ? ['[flags]'] : [])]
  const rows = [
    ...given.map((one) => [`\`${argumentOf(one)}\``, one.about]),
    ...flags.map((flag) => [
      `\`--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}\``,
      flag.about,
    ]),
  ]
  return [
    `### \`${usage.join(' ')}\``,
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    ...(rows.length === 0 ? [] : [table(['', ''], rows)]),
  ].join('\n\n')
}

function argumentOf({ name, isOptional }) {
  return isOptional ? `[${name}]` : `<${name}>`
}

function fieldTable(schema) {
  return table(['field', 'value', ''], fieldsOf(schema, ''))
}

function fieldsOf(schema, path) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isNeeded = schema.required?.includes(name) ?? false
    const about = [
      ...(isNeeded ? ['required'] : []),
      ...(field.description === undefined ? [] : [field.description]),
    ]
    const row = [`\`${path}${name}\``, kindOf(field), about.join('; ')]
    return [row, ...fieldsOf(field, `${path}${name}.`)]
  })
}

function kindOf(field) {
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``
  if (field.enum !== undefined) return field.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(kindOf))].join(' or ')
  const kinds = { string: 'text', integer: 'whole number', array: 'list', boolean: 'true or false' }
  return kinds[field.type] ?? field.type ?? 'anything'
}

function table(titles, rows) {
  const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}
