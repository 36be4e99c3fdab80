import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { refusal, refuse } from '#kernel/refusal.ts'
import { Violation } from '#server/db/database.ts'
import { refusalTexts } from '#server/refusal-texts.ts'
import { answerErrors } from './answers.ts'

test('a value that only the database refused is answered without details and logged, and a refusal by a rule is not logged', async () => {
  const log: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (row: string) => log.push(row) } } })
  answerErrors(app)
  app.get('/violation', () => {
    throw new Violation('orders_total', 'the new row violates a check')
  })
  app.get('/refusal', () => refuse('refused', 'orders.historic'))
  expect((await app.inject('/refusal')).statusCode).toBe(422)
  expect(log).toEqual([])
  const answer = await app.inject('/violation')
  expect([answer.statusCode, answer.json()]).toEqual([400, { refusal: { kind: 'invalid', code: 'value-refused' } }])
  expect(log).toHaveLength(1)
  expect(log[0]).toContain('the new row violates a check')
  await app.close()
})

test('a refusal with a number has the right plural form, in the language of the caller', async () => {
  const text = refusalTexts(join(import.meta.dirname, '../../..'))
  const tries = (minutes: number, language: string) => text(refusal('tooMany', 'too-many-tries', { minutes }), language)
  expect([tries(1, 'en'), tries(15, 'en')]).toEqual([
    'Too many attempts. Try again in 1 minute.',
    'Too many attempts. Try again in 15 minutes.',
  ])
  expect(tries(2, 'ru')).toContain('2 минуты')
  const soon = (seconds: number) => text(refusal('tooMany', 'settings.try-again-soon', { seconds }), 'el')
  expect([soon(1), soon(6)].map((said) => said.split(' ').at(-1))).toEqual(['δευτερόλεπτο.', 'δευτερόλεπτα.'])
})
