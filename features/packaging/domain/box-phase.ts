/** What the dialog of one order shows and allows. */

/**
 * - `ready`: the packer may press
 * - `sending`: the press has been sent and has no answer yet
 * - `done`: the order was packaged in this dialog
 * - `waits`: the press waits on the device, for the connection or for a server that fails
 * - `not-waiting`: the order does not wait to be packaged
 * - `forbidden`: the person may look but not package
 */
export type BoxPhase = 'ready' | 'sending' | 'done' | 'waits' | 'not-waiting' | 'forbidden'

/** The press of this dialog: none yet or refused, being sent, done, or kept on the device. */
export type Press = 'none' | 'sending' | 'done' | 'kept'

export type BoxFacts = {
  readonly status: string
  readonly mayPackage: boolean
  readonly press: Press
  /** True if the device has an earlier press for the order that the server has not refused. */
  readonly hasEarlierPress: boolean
}

/** Returns the phase of an order. While a press is sent its answer decides, and otherwise the status of the order. */
export function phaseOf({ status, mayPackage, press, hasEarlierPress }: BoxFacts): BoxPhase {
  if (press === 'sending' || press === 'done') return press
  if (status !== 'TO-PACKAGE') return 'not-waiting'
  if (press === 'kept' || hasEarlierPress) return 'waits'
  return mayPackage ? 'ready' : 'forbidden'
}
