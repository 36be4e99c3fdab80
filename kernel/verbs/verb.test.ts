import { expect, test } from 'vitest'
import { defineRights, OFFICE } from '../rights.ts'
import { defineVerb, verbsIn } from './verb.ts'

const right = defineRights('trial', { use: OFFICE }).use
const invoice = defineVerb(
  { name: 'trial.invoice', right },
  { words: [['invoice', 'τιμολόγηση', 'τιμολόγησε', 'fattura']], on: { name: 'orders' } },
)
const truck = defineVerb(
  { name: 'trial.plan', right },
  { words: [['truck', 'φορτηγό', 'φόρτωσε', 'camion']], on: { name: 'orders' } },
)
const newCustomer = defineVerb(
  { name: 'trial.new-customer', right },
  {
    words: [
      ['new', 'νέος', 'create'],
      ['customer', 'πελάτης', 'client'],
    ],
  },
)
const cash = defineVerb(
  { name: 'trial.cash', right },
  { words: [['cash', 'μετρητά', 'contanti']], on: { name: 'customers' }, amount: true },
)
const ALL = [invoice, truck, newCustomer, cash]

/** Returns what a text asks for, as short texts. */
const asked = (text: string) =>
  verbsIn(text, ALL).map(({ verb, subject, amount }) => [verb.name.slice(6), subject, amount].join(' | '))

test.each([
  ['τιμ 176', ['invoice | 176 | ']],
  ['ΤΙΜΟΛΟΓΗΣΗ 176', ['invoice | 176 | ']],
  ['timologisi 176', ['invoice | 176 | ']],
  ['176 invoice', ['invoice | 176 | ']],
  ['fattura #176', ['invoice | 176 | ']],
  ['τιμολόγηση', ['invoice |  | ']],
  ['invoice Παπαδόπουλος', ['invoice | Παπαδόπουλος | ']],
  ['154 στο φορτηγό', ['plan | 154 | ']],
  ['put 154 on the truck', ['plan | 154 | ']],
  ['154 sto fortigo', ['plan | 154 | ']],
  ['νέος πελάτης', ['new-customer |  | ']],
  ['neos pelatis', ['new-customer |  | ']],
  ['new customer', ['new-customer |  | ']],
  ['μετρητά 50 Παπαδόπουλος', ['cash | Παπαδόπουλος | 5000']],
  ['cash 50,50 Papadopoulos Nikos', ['cash | Papadopoulos Nikos | 5050']],
  ['metrita Παπαδόπουλος 50€', ['cash | Παπαδόπουλος | 5000']],
  ['cash Papadopoulos', ['cash | Papadopoulos | ']],
])('%s asks for %j', (text, expected) => {
  expect(asked(text)).toEqual(expected)
})

test.each([
  ['a word of which too little is typed', 'τι 176'],
  ['only one of two words', 'new'],
  ['a verb that needs nothing, with a name behind it', 'νέος πελάτης Παπαδόπουλος'],
  ['a number alone', '176'],
  ['two amounts', 'cash 50 60 Παπαδόπουλος'],
  ['an empty text', '  '],
])('%s asks for nothing', (_what, text) => {
  expect(asked(text)).toEqual([])
})
