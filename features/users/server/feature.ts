/** Declares what the feature users adds to the server. */
import { feature } from '#server/feature.ts'
import { usersRights } from '../domain/rights.ts'
import * as account from './change-account.ts'
import { createUserCommand } from './create-user.ts'
import { userRetentions } from './forget-sessions.ts'
import { inviteLookup, mailLinkCommand, newPasswordLinkLookup } from './invite.ts'
import { MAIL_LINK_JOB, mailLinkWork } from './without-sign-in/mail-link.ts'
import { accountHistoryQuery, countPeopleQuery, getAccountQuery, listPeopleQuery } from './people.ts'

export const users = feature({
  name: 'users',
  rights: usersRights,
  entities: [{ name: 'users', read: usersRights.write }],
  commands: [
    createUserCommand,
    account.approveAccountCommand,
    account.changeAccountCommand,
    account.deactivateAccountCommand,
    account.activateAccountCommand,
    account.signOutEverywhereCommand,
    mailLinkCommand,
  ],
  queries: [listPeopleQuery, countPeopleQuery, getAccountQuery, accountHistoryQuery],
  lookups: [inviteLookup, newPasswordLinkLookup],
  retentions: userRetentions,
  jobs: (parts) => ({ [MAIL_LINK_JOB]: mailLinkWork(parts) }),
})
