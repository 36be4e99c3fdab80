/** Declares the calls of the set-up as contracts for the API client of the page. Only its pages need what the settings of a company may be. */
import { z } from 'zod'
import { usersRights } from '#accounts/domain/rights.ts'
import { setupInput, setupLookUpInput, setupLookUpOutput, setupState as zSetupState } from '#accounts/domain/set-up.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'

export const setupState = defineQuery('setup.state', {
  right: usersRights.use,
  input: z.strictObject({}),
  output: zSetupState,
})
/** Asks the company registry for the company that is being set up. */
export const lookUpSetup = defineCommand('setup.look-up-company', {
  right: usersRights.use,
  input: setupLookUpInput,
  output: setupLookUpOutput,
})
export const completeSetup = defineCommand('setup.complete', {
  right: usersRights.use,
  input: setupInput,
  output: z.unknown(),
})
