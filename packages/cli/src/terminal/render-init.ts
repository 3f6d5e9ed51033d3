import type { Initialised } from '../init/initialise.ts'
import { type Paint, plain } from './paint.ts'
import { glossary, wrapped } from './table.ts'

/** Returns what `init` did as text for a person. */
export function renderInit({ path, written, notes, missing, spec }: Initialised, paint: Paint): string {
  const { heading } = paint
  const seen = notes.flatMap((note) => wrapped(plain(note)))
  const files = written.map((file) => [file, aboutFile(file, path)] as const)
  const target = typeof spec.target === 'string' ? spec.target : path
  const open =
    missing.length === 0
      ? `Nothing is left open; look at ${target}, the text that is to be improved.`
      : `Fill in ${missing.join(', ')}; then look at ${target}, the text that is to be improved.`
  const sections = [
    [heading('Found'), ...seen].join('\n'),
    [heading('Wrote'), glossary(files)].join('\n'),
    [heading('To do'), ...wrapped(open)].join('\n'),
    [heading('Next'), `agentdescent plan ${path}`].join('\n'),
  ]
  return `${sections.join('\n\n')}\n`
}

function aboutFile(file: string, spec: string): string {
  if (file === spec) return 'the spec'
  return file.endsWith('.schema.json') ? 'its format, for your editor' : 'the text to start from'
}
