import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { runCommand } from '#web/api.ts'
import { queryClient } from '#web/query.ts'
import { sendFile } from '#web/send-file.ts'
import { say } from '#web/ui/say.tsx'
import { addPart, beginUpload, PART_BYTES } from '../domain/contract.ts'

/** A part that was cut off is sent again this often. */
const TRIES = 3

/** Sends a file to the server in parts. `part` is how much has been sent, from 0 to 1; null while nothing is sent. */
export function useSendBackup(): { part: number | null; send: (file: File) => Promise<void> } {
  const [part, setPart] = useState<number | null>(null)
  const send = async (file: File): Promise<void> => {
    setPart(0)
    try {
      const { id } = await runCommand(beginUpload, { name: file.name, bytes: file.size })
      for (let from = 0; from < file.size; from += PART_BYTES) {
        await sendPart(id, from, file.slice(from, from + PART_BYTES))
        setPart(Math.min(1, (from + PART_BYTES) / file.size))
      }
    } catch (error) {
      say.failed(error)
    } finally {
      setPart(null)
      await queryClient.invalidateQueries()
    }
  }
  return { part, send }
}

async function sendPart(id: number, from: number, part: Blob): Promise<OutputOf<typeof addPart>> {
  const address = `/app/${addPart.name}?input=${encodeURIComponent(JSON.stringify({ id, from }))}`
  for (let tried = 1; ; tried += 1) {
    try {
      return (await sendFile(address, part)) as OutputOf<typeof addPart>
    } catch (error) {
      if (tried === TRIES) throw error
    }
  }
}
