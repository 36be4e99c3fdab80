import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { refuse } from '#kernel/refusal.ts'
import { Violation } from '#server/db/database.ts'
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
