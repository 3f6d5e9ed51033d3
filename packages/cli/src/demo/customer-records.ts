import type { Field, Landscape } from './landscape.ts'

const ISO_COUNTRIES = new Map([
  ['Germany', 'DE'],
  ['France', 'FR'],
  ['Spain', 'ES'],
  ['Poland', 'PL'],
  ['Italy', 'IT'],
  ['Norway', 'NO'],
])

const FIELDS: readonly Field[] = [
  {
    name: 'date',
    right: {
      rule: 'Write year-month-day; the first number is the day.',
      apply: (value) => value.split('.').toReversed().join('-'),
    },
    tempting: {
      rule: 'Write year-month-day; the first number is the month.',
      apply: (value) => value.replace(/^(\d+)\.(\d+)\.(\d+)$/, '$3-$1-$2'),
    },
    values: ['07.07.2023', '04.03.2024', '05.05.2021', '21.11.2022', '30.06.2024', '12.09.2020'],
  },
  {
    name: 'amount',
    right: {
      rule: 'Drop the points, then turn the comma into a point.',
      apply: (value) => value.replaceAll('.', '').replace(',', '.'),
    },
    tempting: { rule: 'Turn the comma into a point.', apply: (value) => value.replace(',', '.') },
    values: ['99,90', '1.234,50', '7,25', '12.000,00', '640,00', '2.500,10'],
  },
  {
    name: 'name',
    right: {
      rule: 'Given name first, each part capitalised.',
      apply: (value) => givenNameFirst(value).split(' ').map(capitalised).join(' '),
    },
    tempting: { rule: 'Given name first, letters as they are.', apply: givenNameFirst },
    values: [
      'Hopper, Grace',
      'LOVELACE, ada',
      'Noether, Emmy',
      'TURING, alan',
      'Shannon, Claude',
      'HAMILTON, margaret',
    ],
  },
  {
    name: 'phone',
    right: {
      rule: 'Digits only, +49 in place of the leading zero.',
      apply: (value) => `+49${digitsOf(value).replace(/^0/, '')}`,
    },
    tempting: { rule: 'Digits only, +49 in front.', apply: (value) => `+49${digitsOf(value)}` },
    values: ['30 123 45 67', '040 / 98 76 54', '89 55 44 33', '0221 / 47 11', '711 20 30 40', '030 11 22 33'],
  },
  {
    name: 'time',
    right: {
      rule: 'Use the 24-hour clock; 12 am is 00 and 12 pm is 12.',
      apply: (value) => onTheClock(value, (hour, isPm) => (hour % 12) + (isPm ? 12 : 0)),
    },
    tempting: {
      rule: 'Use the 24-hour clock; pm adds twelve.',
      apply: (value) => onTheClock(value, (hour, isPm) => hour + (isPm ? 12 : 0)),
    },
    values: ['3:30 pm', '12:15 pm', '9:05 am', '12:40 am', '7:45 pm', '12:05 pm'],
  },
  {
    name: 'weight',
    right: {
      rule: 'Write grams; a number of kg is multiplied by a thousand.',
      apply: (value) =>
        value.replace(/^([\d.]+) kg$/, (_, kg: string) => `${Math.round(Number(kg) * 1000)} g`),
    },
    tempting: { rule: 'Write "000 g" for "kg".', apply: (value) => value.replace(/ kg$/, '000 g') },
    values: ['2 kg', '1.5 kg', '12 kg', '0.25 kg', '3 kg', '2.4 kg'],
  },
  {
    name: 'country',
    right: { rule: 'Write the ISO code.', apply: (value) => ISO_COUNTRIES.get(value) ?? value },
    tempting: {
      rule: 'Write the first two letters, capitalised.',
      apply: (value) => value.slice(0, 2).toUpperCase(),
    },
    values: ['France', 'Germany', 'Italy', 'Spain', 'Poland', 'Norway'],
  },
  {
    name: 'consent',
    right: {
      rule: 'yes, y and 1 are true, anything else is false.',
      apply: (value) => String(['yes', 'y', '1'].includes(value)),
    },
    tempting: { rule: 'Write true.', apply: () => 'true' },
    values: ['yes', 'no', 'y', '0', '1', 'n'],
  },
  {
    name: 'email',
    right: { rule: 'Lower case.', apply: (value) => value.toLowerCase() },
    tempting: {
      rule: 'Lower case after the @.',
      apply: (value) => value.replace(/@.*$/, (domain) => domain.toLowerCase()),
    },
    values: [
      'ada@Example.ORG',
      'Grace.H@Navy.Mil',
      'emmy@Uni.Example',
      'Alan@KING.example',
      'c.s@BELL.example',
      'MH@mit.example',
    ],
  },
  {
    name: 'postcode',
    right: { rule: 'Digits only, padded to five.', apply: (value) => digitsOf(value).padStart(5, '0') },
    tempting: { rule: 'Digits only.', apply: digitsOf },
    values: ['D-10115', 'D-1067', 'D-80331', 'D-4109', 'D-50667', 'D-7545'],
  },
  {
    name: 'duration',
    right: { rule: 'Write minutes: sixty for each hour, plus the minutes.', apply: minutesOf },
    tempting: {
      rule: 'Write minutes: sixty times the first number.',
      apply: (value) => String(60 * Number.parseInt(value, 10)),
    },
    values: ['2 h', '1 h 30 min', '3 h', '45 min', '5 h', '2 h 15 min'],
  },
  {
    name: 'share',
    right: {
      rule: 'Write a fraction of 1: the per cent divided by a hundred.',
      apply: (value) => String(Number(digitsOf(value)) / 100),
    },
    tempting: { rule: 'Write "0." and the digits.', apply: (value) => `0.${digitsOf(value)}` },
    values: ['25 %', '5 %', '75 %', '8 %', '12 %', '3 %'],
  },
]

/** Twelve fields of a customer record: twelve rules that can be learned side by side. */
export const customerRecords: Landscape = { name: 'customer-records', fields: FIELDS }

/** One of those fields alone: every rule is written to the same key, so there is nothing to fuse. */
export const oneField: Landscape = { name: 'one-field', fields: [amountsOnly()] }

function amountsOnly(): Field {
  const [, amount] = FIELDS
  if (amount === undefined) throw new RangeError('the records must have an amount')
  const more = [
    '1.000,00',
    '3,50',
    '10.250,75',
    '80,00',
    '5.999,99',
    '1.020,30',
    '45,10',
    '7.007,70',
    '0,99',
    '33.100,00',
  ]
  return { ...amount, values: [...amount.values, ...more] }
}

function digitsOf(value: string): string {
  return value.replaceAll(/\D/g, '')
}

function givenNameFirst(value: string): string {
  return value.split(', ').toReversed().join(' ')
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}

function onTheClock(value: string, hourOf: (hour: number, isPm: boolean) => number): string {
  const [, hour = '', minutes = '', half = ''] = /^(\d+):(\d+) ([ap])m$/.exec(value) ?? []
  return `${String(hourOf(Number(hour), half === 'p')).padStart(2, '0')}:${minutes}`
}

function minutesOf(value: string): string {
  const hours = /(\d+) h/.exec(value)?.[1] ?? '0'
  const minutes = /(\d+) min/.exec(value)?.[1] ?? '0'
  return String(60 * Number(hours) + Number(minutes))
}
