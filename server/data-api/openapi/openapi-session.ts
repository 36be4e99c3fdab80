/** Describes the session calls of the data API; they belong to no table. */

const person = { $ref: '#/components/schemas/Session' }
const answer = (description: string, schema: Record<string, unknown>): Record<string, unknown> => ({
  description,
  content: { 'application/json': { schema } },
})
const error = (status: number): Record<string, unknown> => ({ $ref: `#/components/responses/E${status}` })
const tags = ['session']
const text = { type: 'string' }

export const SESSION_SCHEMAS: Record<string, unknown> = {
  Credentials: {
    type: 'object',
    required: ['email', 'password'],
    properties: { email: { type: 'string', format: 'email' }, password: text, remember_me: { type: 'boolean' } },
  },
  Registration: {
    type: 'object',
    required: ['email', 'new_password'],
    properties: {
      email: { type: 'string', format: 'email' },
      first_name: text,
      last_name: text,
      name: { type: 'string', description: 'The name of the account; first and last name if it is left out.' },
      new_password: text,
    },
  },
  Session: {
    type: 'object',
    properties: {
      session_token: text,
      session_id: text,
      id: { type: 'integer' },
      uid: {},
      username: text,
      name: text,
      first_name: text,
      last_name: text,
      email: text,
      role: { type: ['string', 'null'] },
      is_sys_admin: { type: 'boolean' },
      last_login_date: { type: ['string', 'null'] },
      host: text,
      token_expiry_date: text,
    },
  },
}

export const SESSION_PATHS: Record<string, unknown> = {
  '/user/register': {
    post: {
      tags,
      operationId: 'register',
      summary: 'Create an account, which waits until an administrator approves it',
      security: [],
      parameters: [
        {
          name: 'login',
          in: 'query',
          schema: { type: 'boolean' },
          description: 'Answers with a session of the new account too.',
        },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Registration' } } },
      },
      responses: {
        200: answer('The same for an e-mail that has an account already.', {
          type: 'object',
          required: ['success'],
          properties: { success: { const: true }, session_token: text },
        }),
        400: error(400),
        422: answer('The registration is closed.', { $ref: '#/components/schemas/Error' }),
        429: answer('Too many requests; Retry-After says how long to wait.', { $ref: '#/components/schemas/Error' }),
      },
    },
  },
  '/user/session': {
    post: {
      tags,
      operationId: 'sign_in',
      summary: 'Sign in',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Credentials' } } },
      },
      responses: {
        200: answer('The session.', person),
        400: error(400),
        401: error(401),
        429: answer('Too many tries; Retry-After says how long to wait.', { $ref: '#/components/schemas/Error' }),
      },
    },
    get: {
      tags,
      operationId: 'get_session',
      summary: 'The present session',
      responses: { 200: answer('The session.', person), 400: error(400), 401: error(401), 403: error(403) },
    },
    put: {
      tags,
      operationId: 'renew_session',
      summary: 'Renew the session',
      responses: { 200: answer('The session with its next token.', person), 401: error(401), 403: error(403) },
    },
    delete: {
      tags,
      operationId: 'sign_out',
      summary: 'Sign out',
      responses: {
        200: answer('Done.', { type: 'object', properties: { success: { const: true } } }),
        401: error(401),
        403: error(403),
      },
    },
  },
}
