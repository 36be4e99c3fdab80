import { describe, expect, test } from 'vitest'
import { readConfig, WrongConfiguration } from './config.ts'

function wordsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof WrongConfiguration) return error.message
    throw error
  }
  return 'nothing wrong'
}

describe('the settings of outside services', () => {
  test('with unset or empty variables, only the official address of the registry is set', () => {
    expect(readConfig({ SMTP_URL: '', REGISTRY_USERNAME: '' })).toMatchObject({
      REGISTRY_URL: 'https://www1.gsis.gr/wsaade/RgWsPublic2/RgWsPublic2',
    })
  })

  test.each([
    [{ REGISTRY_USERNAME: 'u', REGISTRY_PASSWORD: 'p', REGISTRY_CALLED_BY: '094014201' }],
    [{ REGISTRY_URL: 'http://127.0.0.1:8080/x' }],
    [{ SMTP_URL: 'smtp://office:s%25cret@mail.example:587', MAIL_FROM: 'office@kerino.example' }],
    [{ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Κερίνο <office@kerino.example>' }],
    [{ MAIL_FROM: 'office@kerino.example', GEOCODER_URL: 'http://nominatim.local:8080/' }],
    [{ DIRECTIONS_URL: 'http://osrm.local:5000' }],
    [{ CORS_ORIGINS: 'https://shop.example.gr, http://localhost:5173/' }],
    [{ GOOGLE_ROUTES_KEY: 'AIza-key_1', GOOGLE_ROUTES_URL: 'http://127.0.0.1:8080' }],
  ])('%j is accepted', (environment) => {
    expect(wordsOf(environment)).toBe('nothing wrong')
  })

  test.each([
    [{ REGISTRY_USERNAME: 'u' }, /^REGISTRY_USERNAME and REGISTRY_PASSWORD go together/],
    [{ REGISTRY_PASSWORD: 'secret-word' }, /^REGISTRY_USERNAME and REGISTRY_PASSWORD go together/],
    [{ REGISTRY_URL: 'http://far.example' }, /REGISTRY_URL is wrong: it must be an https address/],
    [{ REGISTRY_URL: 'gsis' }, /REGISTRY_URL is wrong/],
    [{ REGISTRY_CALLED_BY: 'EL094014201' }, /REGISTRY_CALLED_BY is wrong: it must be a VAT number of 9 digits/],
    [{ GEOCODER_URL: 'nominatim' }, /GEOCODER_URL is wrong/],
    [{ DIRECTIONS_URL: 'osrm' }, /DIRECTIONS_URL is wrong/],
    [{ CORS_ORIGINS: '*' }, /CORS_ORIGINS is wrong: it must be origins/],
    [{ CORS_ORIGINS: 'https://shop.example.gr/path' }, /CORS_ORIGINS is wrong/],
    [{ DIRECTIONS_URL: 'http://osrm.local', GOOGLE_ROUTES_KEY: 'secret-word' }, /set one of them/],
    [{ GOOGLE_ROUTES_KEY: 'secret-word more' }, /GOOGLE_ROUTES_KEY is wrong/],
    [{ GOOGLE_ROUTES_URL: 'http://far.example' }, /GOOGLE_ROUTES_URL is wrong: it must be an https address/],
    [{ SMTP_URL: 'smtp://mail.example' }, /^SMTP_URL needs MAIL_FROM/],
    [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' }, /SMTP_URL is wrong/],
    [{ SMTP_URL: 'smtp://u:secret-word%@mail.example', MAIL_FROM: 'a@b.example' }, /SMTP_URL is wrong: a % in/],
    [{ MAIL_FROM: 'Κερίνο' }, /MAIL_FROM is wrong: it must be an address/],
    [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, /MAIL_FROM is wrong/],
  ])('%j is refused with one clear message', (environment, words) => {
    const said = wordsOf(environment)
    expect(said).toMatch(words)
    expect(said).not.toContain('\n')
    expect(said).not.toContain('secret-word')
  })
})

describe('the settings of the process', () => {
  test('the earlier name of the key does no harm beside the present one', () => {
    const key = Buffer.alloc(32, 1).toString('base64')
    expect(readConfig({ SECOND_FACTOR_KEY: key, SECRETS_KEY: key }).SECRETS_KEY).toBe(key)
  })

  test.each([
    [{ PORT: 'abc' }, /PORT is wrong/],
    [{ ADMIN_EMAIL: 'a@b.gr' }, /^ADMIN_EMAIL and ADMIN_PASSWORD go together/],
    [{ PUBLIC_URL: 'kerino' }, /PUBLIC_URL is wrong/],
    [{ DATABASE_URL: 'mysql://me:secret-word@x/y' }, /DATABASE_URL is wrong/],
    [{ WORKERS: '2' }, /^WORKERS needs DATABASE_URL/],
    [{ SECOND_FACTOR_KEY: 'secret-word' }, /^SECOND_FACTOR_KEY is now called SECRETS_KEY: rename it/],
  ])('%j is refused with one clear message', (environment, words) => {
    const said = wordsOf(environment)
    expect(said).toMatch(words)
    expect(said).not.toContain('\n')
    expect(said).not.toContain('secret-word')
  })
})
