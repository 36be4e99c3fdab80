/** Declares the calls of sign-in as contracts for the API client of the page. */
import { z } from 'zod'
import { roleRights, usersRights } from '#accounts/domain/rights.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import {
  changePasswordInput,
  changePasswordOutput,
  currentOutput,
  knowDeviceInput,
  knowDeviceOutput,
  readLinkInput,
  readLinkOutput,
  setPasswordInput,
  setPasswordOutput,
  signedInOutput,
  signInInput,
  signInOutput,
} from '#accounts/domain/contract.ts'
import * as factor from '#accounts/domain/second-factor.ts'
import { endSeeingOutput, seeAsInput, seeAsOutput } from '#accounts/domain/seeing.ts'
import { setPinInput, setPinOutput, unlockInput } from '#accounts/domain/lock.ts'
import {
  forgotPasswordInput,
  forgotPasswordOutput,
  publicState as zPublicState,
  registerInput,
  registerOutput,
} from '#accounts/domain/without-sign-in.ts'

const nothing = z.strictObject({})

export const signIn = defineCommand('session.sign-in', {
  right: usersRights.use,
  input: signInInput,
  output: signInOutput,
})
/** The second step of a sign-in. A cookie says whose password was right. */
export const signInCode = defineCommand('session.sign-in-code', {
  right: usersRights.use,
  input: factor.signInCodeInput,
  output: signedInOutput,
})
export const signOut = defineCommand('session.sign-out', {
  right: usersRights.use,
  input: nothing,
  output: z.unknown(),
})
export const currentSession = defineQuery('session.current', {
  right: usersRights.use,
  input: nothing,
  output: currentOutput,
})
/** The token is sent in the body, because addresses are logged. */
export const readLink = defineCommand('session.read-link', {
  right: usersRights.use,
  input: readLinkInput,
  output: readLinkOutput,
})
export const setPassword = defineCommand('session.set-password', {
  right: usersRights.use,
  input: setPasswordInput,
  output: setPasswordOutput,
})
/** Keeps the password of the account of a link, and makes this device known to it. */
export const knowDevice = defineCommand('session.know-device', {
  right: usersRights.use,
  input: knowDeviceInput,
  output: knowDeviceOutput,
})
export const publicState = defineQuery('session.public-state', {
  right: usersRights.use,
  input: nothing,
  output: zPublicState,
})
export const register = defineCommand('session.register', {
  right: usersRights.use,
  input: registerInput,
  output: registerOutput,
})
export const forgotPassword = defineCommand('session.forgot-password', {
  right: usersRights.use,
  input: forgotPasswordInput,
  output: forgotPasswordOutput,
})
/** It is no command of the server's list, because the old password is compared within the limits of a sign-in. */
export const changePassword = defineCommand('session.change-password', {
  right: usersRights.use,
  input: changePasswordInput,
  output: changePasswordOutput,
})
/** Locks the screen of this session, in all its tabs. */
export const lock = defineCommand('session.lock', { right: usersRights.use, input: nothing, output: z.unknown() })
export const unlock = defineCommand('session.unlock', {
  right: usersRights.use,
  input: unlockInput,
  output: z.unknown(),
})
export const setPin = defineCommand('session.set-pin', {
  right: usersRights.use,
  input: setPinInput,
  output: setPinOutput,
})
export const factorState = defineQuery('session.factor-state', {
  right: usersRights.use,
  input: nothing,
  output: factor.factorState,
})
export const beginFactor = defineCommand('session.begin-factor', {
  right: usersRights.use,
  input: factor.beginFactorInput,
  output: factor.beginFactorOutput,
})
export const confirmFactor = defineCommand('session.confirm-factor', {
  right: usersRights.use,
  input: factor.confirmFactorInput,
  output: factor.recoveryCodesOutput,
})
export const endFactor = defineCommand('session.end-factor', {
  right: usersRights.use,
  input: factor.provedByBothInput,
  output: factor.endFactorOutput,
})
export const renewRecoveryCodes = defineCommand('session.recovery-codes', {
  right: usersRights.use,
  input: factor.provedByBothInput,
  output: factor.recoveryCodesOutput,
})

/** Shows the product to an administrator as a role sees it, until it is ended. */
export const seeAs = defineCommand('session.see-as', {
  right: roleRights.write,
  input: seeAsInput,
  output: seeAsOutput,
})
export const endSeeing = defineCommand('session.end-seeing', {
  right: usersRights.use,
  input: nothing,
  output: endSeeingOutput,
})
