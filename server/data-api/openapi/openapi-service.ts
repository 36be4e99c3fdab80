/** Describes the calls of the helper service, which stand beside the data API. */
import { content, type Json } from './openapi-parts.ts'

const text = { type: 'string' }
const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  required,
  properties,
})
const failure = object({ success: { const: false }, error: text })
const refused = { description: 'Refused; error says why.', ...content(failure) }

const call = (operationId: string, summary: string, body: Json, answer: Json, signedIn = false): Json => ({
  servers: [{ url: '/' }],
  post: {
    tags: ['service'],
    operationId,
    summary,
    ...(signedIn ? {} : { security: [] }),
    requestBody: { required: true, ...content(body) },
    responses: {
      200: { description: 'Done.', ...content(answer) },
      400: refused,
      401: refused,
      403: refused,
      429: refused,
      503: refused,
    },
  },
})

const company = object({
  basicInfo: object({
    afm: text,
    onomasia: text,
    commer_title: text,
    legal_status_descr: text,
    doy_descr: text,
    postal_address: text,
    postal_address_no: text,
    postal_zip_code: text,
    postal_area_description: text,
    deactivation_flag: text,
    deactivation_flag_descr: text,
    firm_flag_descr: text,
    stop_date: { type: ['string', 'null'] },
  }),
  firmActivities: { type: 'array', items: object({ firm_act_code: text, firm_act_descr: text }) },
})
const maybe = { type: ['string', 'null'] }

const done = object({ success: { const: true }, message: text })
const account = object({ email: { type: 'string', format: 'email' }, username: text, password: text })

export const SERVICE_PATHS: Json = {
  '/service/post-jwt-register': call(
    'service_register',
    'Create an account, which waits until an administrator approves it. The answer is the same for an e-mail that has one',
    { oneOf: [account, object({ user: account })] },
    done,
  ),
  '/service/jwt-forget-pwd': call(
    'service_forgot_password',
    'Mail a one-time link for a new password. The answer is the same for an e-mail without an account',
    object({ email: { type: 'string', format: 'email' } }),
    done,
  ),
  '/service/post-jwt-profile': call(
    'service_profile',
    'Change the own user name; idx is the own id',
    object({ username: text, idx: { type: ['integer', 'string'] }, token: text }, ['username', 'idx']),
    object({ success: { const: true }, username: text, idx: { type: 'integer' } }),
    true,
  ),
  '/service/login': call(
    'service_login',
    'Sign in to the helper service',
    object({ email: text, password: text }),
    object({ jwt: text, jwtRefreshToken: text, url1: text }),
  ),
  '/service/refresh-token': call(
    'service_refresh_token',
    'The next pair of tokens; each refresh token works once',
    object({ token: text, refreshToken: text }),
    object({ jwt: text, jwtRefreshToken: text }),
  ),
  '/service/validate-vat': call(
    'service_validate_vat',
    'The company of a VAT number; call it only when a person asks for it',
    object({ vatNumber: text, token: text }, ['vatNumber']),
    object({ success: { const: true }, data: company }),
    true,
  ),
  '/service/insert-documents': call(
    'service_insert_documents',
    'Sends the document of an order to the accounting service, exactly once',
    object({ order: { type: ['integer', 'object'] }, customer: {}, token: text, url: text }, ['order']),
    object({ id: { type: 'integer' }, status: text, mark: maybe, uid: maybe, qrUrl: maybe }, ['id', 'status']),
    true,
  ),
}
