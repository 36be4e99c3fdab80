/** Declares what the feature users adds to the server. */
import { type Feature, feature } from '#server/feature.ts'
import { listPeople } from '../domain/people-contract.ts'
import { roleRights, usersRights } from '#accounts/domain/rights.ts'
import { keepPasswords } from './new-password/keep-passwords.ts'
import * as account from './change-account.ts'
import { createUserCommand } from './create-user.ts'
import { derived } from './derived.ts'
import { userRetentions } from '#accounts/server/forget-sessions.ts'
import { inviteLookup, mailLinkCommand, newPasswordLinkLookup } from './invite.ts'
import { waitingAccounts } from './notices/waiting-accounts.ts'
import type { NameRules } from './name-rules.ts'
import { accountHistoryQuery, countPeopleQuery, getAccountQuery, listPeopleQuery } from './people.ts'
import { ofProfile } from './profile/profile.ts'
import { resetSecondFactorCommand } from './second-factor/reset-factor.ts'
import { signInForm } from './second-factor/sign-in-form.ts'
import { MAIL_LINK_JOB, mailLinkWork } from '#accounts/server/without-sign-in/mail-link.ts'
import { owns } from './tables.ts'

/** Returns the manifest of users. `names` is what features above users add to a change of a user name. */
export const users = (names: NameRules): Feature =>
  feature({
    name: 'users',
    owns,
    derived,
    rights: { ...usersRights, giveRights: roleRights.write },
    notifiedOf: { users: usersRights.use },
    entities: [
      { name: 'users', read: usersRights.write },
      { name: 'rights', read: roleRights.write, tables: ['role_rights'] },
    ],
    commands: [
      createUserCommand,
      account.approveAccountCommand,
      account.changeAccountCommand(names),
      account.deactivateAccountCommand,
      account.activateAccountCommand,
      account.signOutEverywhereCommand,
      resetSecondFactorCommand,
      mailLinkCommand,
      ...ofProfile.commands(names),
    ],
    queries: [listPeopleQuery, countPeopleQuery, getAccountQuery, accountHistoryQuery, ...ofProfile.queries],
    lookups: [inviteLookup, newPasswordLinkLookup],
    lists: [{ name: 'people', list: listPeople, page: '/people' }],
    facts: [waitingAccounts],
    retentions: userRetentions,
    settings: [signInForm],
    restoring: [keepPasswords],
    jobs: (parts) => ({ [MAIL_LINK_JOB]: mailLinkWork(parts) }),
  })
