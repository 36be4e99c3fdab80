/** Parts that features add to an account on the page of people. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'
import type { AccountRow } from '../../domain/people-contract.ts'

export type AccountPart = { account: AccountRow }

export const accountParts = partKind<{ readonly key: string; readonly Part: ComponentType<AccountPart> }>(
  'users.account',
)
