import { useState } from 'react'
import { inputAddress, type OutputOf } from '#kernel/contract.ts'
import { runCommand } from '#web/api.ts'
import { queryClient } from '#web/query.ts'
import { sendFile } from '#web/send-file.ts'
import { say } from '#web/ui/say.tsx'
import { addPart, beginUpload, PART_BYTES } from '../domain/contract.ts'
import { setUpAddPart, setUpBeginUpload } from '../domain/set-up.ts'

/** A part that was cut off is sent again this often. */
const TRIES = 3

const SIGNED_IN = { begin: beginUpload, part: addPart }
/** The calls of the set-up, before there is an account. */
export const WITHOUT_ACCOUNT = { begin: setUpBeginUpload, part: setUpAddPart }

type Sending = {
  /** How much has been sent, from 0 to 1; null while nothing is sent. */
  readonly part: number | null
  /** Returns the id of the backup; null if it could not be sent. */
  readonly send: (file: File) => Promise<number | null>
}

/** Sends a file to the server in parts. */
export function useSendBackup(calls: typeof SIGNED_IN | typeof WITHOUT_ACCOUNT = SIGNED_IN): Sending {
  const [part, setPart] = useState<number | null>(null)
  const send = async (file: File): Promise<number | null> => {
    setPart(0)
    try {
      const { id } = await runCommand(calls.begin, { name: file.name, bytes: file.size })
      for (let from = 0; from < file.size; from += PART_BYTES) {
        await sendPart(calls.part, id, from, file.slice(from, from + PART_BYTES))
        setPart(Math.min(1, (from + PART_BYTES) / file.size))
      }
      return id
    } catch (error) {
      say.failed(error)
      return null
    } finally {
      setPart(null)
      await queryClient.invalidateQueries()
    }
  }
  return { part, send }
}

async function sendPart(
  contract: typeof addPart,
  id: number,
  from: number,
  part: Blob,
): Promise<OutputOf<typeof addPart>> {
  const address = inputAddress(contract, { id, from })
  for (let tried = 1; ; tried += 1) {
    try {
      return (await sendFile(address, part)) as OutputOf<typeof addPart>
    } catch (error) {
      if (tried === TRIES) throw error
    }
  }
}
