import type { CommitMessage } from '../../ledger/commit-message.ts'
import { stateOf } from '../../model/artifact.ts'
import { claimEqual, claimRefused } from '../claims.ts'
import type { StoreClaim } from './store-fixtures.ts'
import { artifact, contents, message, prompt, rules, swap } from './store-fixtures.ts'

export const textClaims: readonly StoreClaim[] = [
  [
    'keeps every key and value to the code unit',
    async (store) => {
      const keys = [
        '',
        ' ',
        '.',
        '..',
        '/',
        'a',
        'a/b',
        'a/b/c',
        'a//b',
        '/a',
        'a/',
        '.git',
        'A',
        'é',
        'e\u0301',
        '__proto__',
        'constructor',
        '10',
        '9',
        'nul',
        'con.txt',
        'a:b',
        'x.',
        '%41',
        '%',
        '\\',
        '\0',
        '\n',
        '\u2028',
        '😀',
        'k'.repeat(5000),
        `${'long/'.repeat(300)}end`,
        'k'.repeat(8192),
      ]
      const values = [
        '',
        '\n',
        '\r\n',
        'no final line end',
        '\0',
        '\ufeffbom',
        '😀\uffff',
        'x'.repeat(100_000),
      ]
      const state = stateOf(keys.map((key, index) => [key, values[index % values.length] ?? '']))
      await store.register({ ...artifact(prompt, {}), state }, message('register prompt'))
      claimEqual((await store.read('dev')).artifacts.get(prompt)?.state, state, 'the head')
      claimEqual((await store.readVersion('dev', prompt, 1))?.state, state, 'version 1')
    },
  ],
  [
    'refuses text that no encoding can hold, and writes nothing',
    async (store) => {
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      for (const state of [{ '\ud800': 'x' }, { a: '\udc00' }, { ['k'.repeat(8193)]: 'x' }])
        await claimRefused(
          swap(store, artifact(prompt, state, 2)),
          'bad-text',
          'a lone surrogate or a key without end',
        )
      const lone = { ...artifact(rules, { '\ud800': 'x' }) }
      await claimRefused(store.register(lone, message('register rules')), 'bad-text', 'at registration')
      claimEqual(await contents(store, 'dev'), { prompt: [1, { a: '1' }] }, 'dev')
    },
  ],
  [
    'refuses a message that would not read back',
    async (store) => {
      const refused: readonly CommitMessage[] = [
        message(''),
        message('x'.repeat(201)),
        message('two\nlines'),
        message('lone \ud800'),
        { subject: 's', trailers: [['not a token', 'x']] },
        { subject: 's', trailers: [['Token', 'two\nlines']] },
        { subject: 's', body: 'nul \0', trailers: [] },
      ]
      for (const said of refused) {
        const writes = [{ artifact: artifact(prompt, {}, 1), expected: 0 }]
        await claimRefused(
          store.compareAndSwap({ branch: 'dev', writes, message: said }),
          'bad-message',
          said.subject,
        )
      }
      claimEqual(await contents(store, 'dev'), {}, 'dev')
    },
  ],
]
