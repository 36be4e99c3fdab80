/** Provides a valid input for each command and query of payments, for tests that call all of them. */
import { dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { recordTableSamples, shortRecordSamples } from '#server/samples/record-samples.ts'
import { fixed, idOf, type Samples, type TableSamples } from '#server/samples/sample-parts.ts'
import { banks } from '../domain/banks-contract.ts'

const officeSamples: Samples = (company) => {
  const { customer } = company.stock
  const payment = () =>
    idOf(
      company.db,
      sql`insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
        values ('Inbound', 'CASH', 500, '2026-11-20', ${customer}, 'Ξενοδοχείο Ακτή', '38.00.00', 'Μαρία') returning id`,
    )
  const cheque = () =>
    idOf(
      company.db,
      sql`insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, bank_name, expire_date, issuer, user_name)
        values ('Inbound', 'CHECK', 500, '2026-11-20', ${customer}, 'Ξενοδοχείο Ακτή', '38.01.00', 'Τράπεζα', '2027-01-01', 'Εκδότης',
          'Μαρία') returning id`,
    )
  return {
    'payments.cheques': fixed({ given: true, states: ['GIVEN'] }),
    'payments.bounce-preview': async () => ({ id: await cheque() }),
    'payments.move-cheques': async () => ({ ids: [await cheque()], move: 'deposit' }),
    'payments.pass-cheque': async () => ({
      id: await cheque(),
      providerId: company.stock.provider,
    }),
    'payments.bounce-cheque': async () => ({ id: await cheque(), reason: 'ακάλυπτη' }),
    'payments.entry': fixed({ kind: 'customers', id: customer }),
    'payments.match-payment': async () => ({
      id: await payment(),
      matches: [{ documentId: await company.order('SHIPPED'), cents: 1 }],
    }),
    'payments.matching': async () => ({ id: await payment() }),
    'payments.party-matching': fixed({ kind: 'customers', id: customer }),
    'payments.list': fixed(),
    'payments.count': fixed(),
    'payments.sums': fixed(),
    'payments.payment': async () => ({ id: await payment() }),
    'payments.cancel-payment': async () => ({ id: await payment(), reason: 'λάθος ποσό' }),
    'payments.receipt': async () => ({ id: await payment() }),
    'payments.receipt.pdf': async () => ({ id: await payment() }),
    'payments.receipt-draft': async () => ({ id: await payment() }),
    'payments.mail-receipt': async () => ({
      id: await payment(),
      to: 'pelatis@example.gr',
      subject: 'Απόδειξη',
      body: 'Σας στέλνουμε την απόδειξη.',
    }),
  }
}

export const samples: Samples = (company) => {
  const { customer } = company.stock
  const { order } = company
  /** Creates carried cash for every account that may hand cash over. */
  const carry = () =>
    company.db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_id, user_name, carried_by)
      select 'Inbound', 'CASH', 500, '2026-11-20', ${customer}, 'Ξενοδοχείο Ακτή', '38.00.00', u.id, u.username, u.id
      from users u`)
  return {
    ...officeSamples(company),
    'payments.collect-payment': async () => ({
      customerId: customer,
      amount: 500,
      receiptNumber: 'Α-1',
      orderId: await order('ON SHIPPING'),
      takenOn: dayOf(new Date().toISOString()),
      confirmNegative: false,
    }),
    'payments.hand-over-cash': async () => {
      await carry()
      return { counted: 500, note: 'πέντε' }
    },
    'payments.receive-cash': async () => {
      const { id } = await company.db.one<{ id: number }>(sql`
        insert into cash_handovers (user_id, user_name, amount_cents, counted_cents)
        values (${company.userIds.driver}, 'Ονομα driver', 500, 500) returning id`)
      return { id, received: 500, note: 'σωστά' }
    },
    'payments.record-payment': fixed({
      bound: 'Inbound',
      type: 'CHECK',
      amount: 100,
      date: dayOf(new Date().toISOString()),
      customerId: customer,
      series: 'Σ',
      refcode: '38.00.00',
      bankName: 'Τράπεζα',
      expireDate: dayOf(new Date().toISOString()),
      issuer: 'Εκδότης',
      iban: '',
      receiptCode: '1',
      orderId: null,
      confirmNegative: false,
    }),
    ...shortRecordSamples(banks),
    'payments.cash-carried': fixed(),
    'payments.cash-of-drivers': fixed(),
    'payments.customer-account': async () => {
      await order('ON SHIPPING')
      return { customerId: customer }
    },
  }
}

export const tableSamples: TableSamples = (company) => ({
  ...recordTableSamples(banks, '+++++---')(company),
  payments: {
    may: { GET: '+++++---', POST: '+++++---' },
    record: fixed({
      bound: 'Inbound',
      type: 'CHECK',
      ammount: 5,
      series: 'Σ',
      date: '2026-11-20',
      entity_id: company.stock.customer,
      refcode: '38.00.00',
      bankname: 'Τ',
      expire_date: '2027-01-01',
      issuer: 'Ε',
      iban: '',
      receipt_code: '1',
      order_id: null,
    }),
    row: async () => 1,
    change: { ammount: 5 },
  },
})
