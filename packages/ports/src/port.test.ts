import { expect, test } from 'vitest'
import { definePort, isReproduction } from './port.ts'
import type { Fidelity, Port } from './port.ts'

const sample: Port = {
  name: 'skill-opt',
  upstream: {
    title: 'An algorithm',
    repository: 'https://example.org/algorithm',
    revision: '0123456789abcdef0123456789abcdef01234567',
  },
  fidelity: 'benchmark-faithful',
  iterationWord: 'steps',
}

test('a defined port cannot be changed afterwards', () => {
  const port = definePort(sample)
  expect(port).toEqual(sample)
  expect(Object.isFrozen(port) && Object.isFrozen(port.upstream)).toBe(true)
})

test.each(['', 'Skill-opt', 'skill_opt', '-skill', 'skill-', 'a/b', '../up', 'skill opt'])(
  'the name %j is refused with its value',
  (name) => {
    const value = JSON.stringify(name)
    expect(() => definePort({ ...sample, name })).toThrow(
      expect.objectContaining({ code: 'bad-port-name', argument: 'name', value }),
    )
  },
)

test.each(['main', 'abc123', 'G'.repeat(40), '0'.repeat(41)])(
  'the revision %j is refused with its value',
  (revision) => {
    const value = JSON.stringify(revision)
    expect(() => definePort({ ...sample, upstream: { ...sample.upstream, revision } })).toThrow(
      expect.objectContaining({ code: 'bad-revision', argument: 'upstream.revision', value }),
    )
  },
)

const fidelities: [Fidelity, boolean][] = [
  ['benchmark-faithful', true],
  ['mechanism-microport', false],
  ['environment-analogue', false],
  ['inference-analogue', false],
  ['self-edit-analogue', false],
]

test.each(fidelities)('a %s port counts as a reproduction: %s', (fidelity, expected) => {
  expect(isReproduction({ ...sample, fidelity })).toBe(expected)
})
