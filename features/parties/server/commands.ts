/** The commands that write one party of a kind. The VAT number of another party causes a warning and no refusal. */
import { command } from '#server/command.ts'
import type { PartyContracts } from '../domain/contract.ts'
import type { PartyKind } from './kind.ts'
import { insertParty, rewriteParty, vatDoubts } from './write-party.ts'

export const partyCommands = (kind: PartyKind, contracts: PartyContracts) => ({
  create: command(contracts.create, async (work, { asWritten, ...party }) => {
    const id = await insertParty(kind, work, party, { asWritten })
    return { id, version: 1, ...(await vatDoubts(kind, work.tx, id)) }
  }),
  /** The page sends the version that it showed. */
  change: command(contracts.change, async (work, { id, version, changes, asWritten }) => {
    const now = await rewriteParty(kind, work, id, changes, { version, asWritten })
    return { id, version: now, ...(await vatDoubts(kind, work.tx, id)) }
  }),
})
