import { beforeAll, expect, test } from 'vitest'
import { Refused, refusal } from '#kernel/refusal.ts'
import { Offline, ServerFault } from '#web/api.ts'
import { LANGUAGES } from '#kernel/languages.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { csvCell } from './table/export/table-export.ts'
import { endsSession, mayRetry, problemText, refusalText } from './problems.ts'

beforeAll(startLanguages)

test('a refusal is shown in the page language with its details', async () => {
  const no = refusal('tooMany', 'too-many-tries', { minutes: 15 })
  expect(refusalText(no)).toBe('Too many attempts. Try again in 15 minutes.')
  await chooseLanguage('gr')
  expect(refusalText(no)).toBe('Πάρα πολλές προσπάθειες. Δοκιμάστε ξανά σε 15 λεπτά.')
  await chooseLanguage('eng')
})

/** Returns the last two words of a refusal in each language, for 1, 2 and 5. */
async function lastWords(code: string, unit: 'minutes' | 'seconds'): Promise<(language: string) => string[]> {
  const said: Record<string, string[]> = {}
  for (const language of LANGUAGES) {
    await chooseLanguage(language.code)
    said[language.code] = [1, 2, 5].map((count) => refusalText(refusal('tooMany', code, { [unit]: count })))
  }
  await chooseLanguage('eng')
  return (language) => (said[language] ?? []).map((text) => text.split(' ').slice(-2).join(' '))
}

test('the minutes of a refusal are in the singular and in the plural', async () => {
  const last = await lastWords('too-many-tries', 'minutes')
  expect(last('eng')).toEqual(['1 minute.', '2 minutes.', '5 minutes.'])
  expect(last('gr')).toEqual(['1 λεπτό.', '2 λεπτά.', '5 λεπτά.'])
  expect(last('it')).toEqual(['1 minuto.', '2 minuti.', '5 minuti.'])
  expect(last('sp')).toEqual(['1 minuto.', '2 minutos.', '5 minutos.'])
  expect(last('rs')).toEqual(['1 минуту.', '2 минуты.', '5 минут.'])
  expect(last('sr')).toEqual(['1 минут.', '2 минута.', '5 минута.'])
})

test('the seconds of a refusal are in the singular and in the plural', async () => {
  const last = await lastWords('settings.try-again-soon', 'seconds')
  expect(last('eng')).toEqual(['1 second.', '2 seconds.', '5 seconds.'])
  expect(last('gr')).toEqual(['1 δευτερόλεπτο.', '2 δευτερόλεπτα.', '5 δευτερόλεπτα.'])
  expect(last('it')).toEqual(['1 secondo.', '2 secondi.', '5 secondi.'])
  expect(last('sp')).toEqual(['1 segundo.', '2 segundos.', '5 segundos.'])
  expect(last('rs')).toEqual(['1 секунду.', '2 секунды.', '5 секунд.'])
  expect(last('sr')).toEqual(['1 секунду.', '2 секунде.', '5 секунди.'])
})

test('a refusal without its own text shows the text of its kind', () => {
  expect(refusalText(refusal('missing', 'no.such-code'))).toBe('This no longer exists.')
})

test('a failed connection and a server failure may be retried, and a refusal may not', () => {
  expect(problemText(new Offline('x'))).toContain('cannot be reached')
  expect(problemText(new ServerFault(500, 'abc-1'))).toContain('abc-1')
  expect(mayRetry(new Offline('x'))).toBe(true)
  expect(mayRetry(new Refused(refusal('forbidden', 'forbidden')))).toBe(false)
})

test('every language has its own text for a forbidden action', async () => {
  const texts = new Set<string>()
  for (const { code } of LANGUAGES) {
    await chooseLanguage(code)
    texts.add(refusalText(refusal('forbidden', 'forbidden')))
  }
  await chooseLanguage('eng')
  expect(texts.size).toBe(LANGUAGES.length)
})

test('a failed list ends the session only with 400, 401 and 403', () => {
  const ending = [refusal('invalid', 'x'), refusal('unauthenticated', 'x'), refusal('forbidden', 'x')]
  expect(ending.map((no) => endsSession(new Refused(no)))).toEqual([true, true, true])
  const others = [new ServerFault(500, null), new Offline('line'), new Refused(refusal('tooMany', 'x'))]
  expect(others.map(endsSession)).toEqual([false, false, false])
})

test('a retry is offered unless the refusal is final or its limit lasts minutes', () => {
  const worthIt = [
    new ServerFault(500, null),
    new Offline('line'),
    new Refused(refusal('tooMany', 'too-many-requests')),
  ]
  expect(worthIt.map(mayRetry)).toEqual([true, true, true])
  const limit = refusal('tooMany', 'users.too-many-requests', { minutes: 60 })
  expect([limit, refusal('refused', 'x')].map((no) => mayRetry(new Refused(no)))).toEqual([false, false])
})

test.each([
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-5,20', '"-5,20"'],
  ['-abc', "'-abc"],
  ['a;b', '"a;b"'],
  ['say "x"', '"say ""x"""'],
])('the CSV cell of %s is %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})
