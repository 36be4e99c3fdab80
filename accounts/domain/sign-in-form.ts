import type { Setting } from '#kernel/settings/form.ts'

/** The settings form of the sign-in. */
export const SIGN_IN_FORM = {
  id: 21,
  name: 'sign-in',
  settings: [
    // whoever finds the page may create an account, which waits for approval (C-23)
    { kind: 'yes-no', name: 'registrationOpen', usual: true },
    { kind: 'yes-no', name: 'administratorsNeedFactor', usual: false },
  ],
} as const satisfies { id: number; name: string; settings: readonly Setting[] }
