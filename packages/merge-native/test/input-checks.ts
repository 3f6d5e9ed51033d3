import assert from 'node:assert/strict'
import type { MergeKernel } from '@agentdescent/merge-native'
import { KernelError, typescriptKernel } from '@agentdescent/merge-native'
import type { KernelCheck } from './kernel-contract.ts'

interface BadInput {
  readonly input: string
  readonly code: KernelError['code']
  /** A part of the message: the value, the limit or the fix. */
  readonly says: readonly string[]
  readonly use: (kernel: MergeKernel) => unknown
}

const empty = new Uint8Array()
const line = { granularity: 'line' } as const

const BAD_INPUTS: readonly BadInput[] = [
  {
    input: 'a text over the size limit',
    code: 'text-too-large',
    says: ['67108865', '67108864'],
    use: (kernel) =>
      kernel.mergeText({ base: empty, ours: empty, theirs: new Uint8Array(64 * 1024 * 1024 + 1) }, line),
  },
  {
    input: 'one of many sides over the size limit',
    code: 'text-too-large',
    says: ['67108865', '67108864'],
    use: (kernel) => kernel.mergeMany(empty, [empty, new Uint8Array(64 * 1024 * 1024 + 1)], line),
  },
  {
    input: 'a string over the size limit',
    code: 'text-too-large',
    says: ['67108866', '67108864'],
    use: (kernel) =>
      kernel.mergeStrings({ base: '', ours: 'é'.repeat(32 * 1024 * 1024 + 1), theirs: '' }, line),
  },
  {
    input: 'half a surrogate pair in a string',
    code: 'lone-surrogate',
    says: ['\\ud83d', 'toWellFormed'],
    use: (kernel) => kernel.mergeStrings({ base: '', ours: 'a', theirs: 'b\ud83d' }, line),
  },
  {
    input: 'a diff with 100,000 keys',
    code: 'too-many-edits',
    says: ['100000', '65536'],
    use: (kernel) => kernel.pack(new Map(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 'v']))),
  },
  {
    input: 'half a surrogate pair in a key',
    code: 'lone-surrogate',
    says: ['k\\ud800', 'toWellFormed'],
    use: (kernel) => kernel.pack(new Map([['k\ud800', 'v']])),
  },
  {
    input: 'half a surrogate pair in a value',
    code: 'lone-surrogate',
    says: ['"key"', '\\udc00'],
    use: (kernel) => kernel.pack(new Map([['key', 'v\udc00v']])),
  },
  {
    input: 'half a surrogate pair in a value that the canonical form hides',
    code: 'lone-surrogate',
    says: ['"key"', '\\udc00'],
    use: (kernel) => kernel.pack(new Map([['key', 'v\udc00v']]), () => ''),
  },
  {
    input: 'half a surrogate pair in the base of a contested key',
    code: 'lone-surrogate',
    says: ['"key"', '\\ud83d'],
    use: (kernel) => {
      const packed = ['a', 'b'].map((value) => kernel.pack(new Map([['key', value]])))
      return kernel.unionBucket(packed, new Map([['key', '\ud83d']]), { granularityOf: () => 'line' })
    },
  },
  {
    input: 'a text whose buffer is detached',
    code: 'detached-buffer',
    says: ['detached'],
    use: (kernel) => kernel.mergeText({ base: detached(), ours: empty, theirs: empty }, line),
  },
  {
    input: 'bytes to hash whose buffer is detached',
    code: 'detached-buffer',
    says: ['detached'],
    use: (kernel) => kernel.stableHash(detached()),
  },
  {
    input: 'a part to digest whose buffer is detached',
    code: 'detached-buffer',
    says: ['detached'],
    use: (kernel) => kernel.digest([empty, detached()]),
  },
  ...[Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY].map(
    (maxSteps): BadInput => ({
      input: `maxSteps ${maxSteps}`,
      code: 'bad-option',
      says: [`maxSteps ${maxSteps}`, 'an integer from 1'],
      use: (kernel) => kernel.mergeText({ base: empty, ours: empty, theirs: empty }, { ...line, maxSteps }),
    }),
  ),
  {
    input: 'maxSteps NaN for a bucket in which nothing is contested',
    code: 'bad-option',
    says: ['maxSteps NaN', 'an integer from 1'],
    use: (kernel) => kernel.unionBucket([], new Map(), { granularityOf: () => 'line', maxSteps: Number.NaN }),
  },
  {
    input: 'a granularity that does not exist',
    code: 'bad-option',
    says: ['"word"', '"prose"'],
    use: (kernel) => kernel.mergeMany(empty, [], JSON.parse('{ "granularity": "word" }')),
  },
]

/** What a kernel must refuse, and how: in the words of its message the same for every kernel. */
export function inputChecks(): KernelCheck[] {
  return BAD_INPUTS.map(({ input, code, says, use }) => ({
    name: `refuses ${input}`,
    run: (kernel) => {
      const { code: given, message } = refusalOf(kernel, use)
      assert.equal(given, code)
      for (const part of says) assert.ok(message.includes(part), message)
      assert.equal(message, refusalOf(typescriptKernel, use).message)
    },
  }))
}

function refusalOf(kernel: MergeKernel, use: BadInput['use']): KernelError {
  try {
    use(kernel)
  } catch (error) {
    assert.ok(error instanceof KernelError, String(error))
    return error
  }
  throw new assert.AssertionError({ message: 'It was taken.' })
}

function detached(): Uint8Array {
  const bytes = new Uint8Array(8)
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] })
  return bytes
}
