import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { AnswerOfService } from './AnswerOfService.tsx'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  signIn(null)
})

const draw = async (status: string, errorCode: string | null, errorMessage: string | null = null) => {
  signIn({ uid: 1, role: 'admin' })
  await drawPart(<AnswerOfService answered={{ status, errorCode, errorMessage }} customerId={null} />)
  return screen.getByRole('alert').textContent
}

test.each(['http-500', 'too-long', 'redirected', 'unauthorised', 'E-77'])(
  'a document that is still asked for is not said to be refused after %s, whatever the code is',
  async (code) => {
    const text = await draw('UNKNOWN', code)
    expect(text).toContain('The service answered')
    expect(text).not.toContain('refused')
    expect(text).not.toContain('send it again')
  },
)

test('a refused document with an unknown code says what to do', async () => {
  expect(await draw('FAILED', 'E-77')).toContain('has refused the document')
  cleanup()
  expect(await draw('FAILED', null, 'no')).toContain('has refused the document')
})
