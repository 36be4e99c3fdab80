/** A bucket of backups in memory, for the tests. */
import { type BackupStore, isBackupName, StoreFault } from '#server/integrations/backups/backup-store.ts'

export function memoryStore(): BackupStore {
  const files = new Map<string, Buffer>()
  return {
    write: async (name, content) => {
      const parts: Uint8Array[] = []
      for await (const part of content) parts.push(part)
      files.set(name, Buffer.concat(parts))
      return files.get(name)?.length ?? 0
    },
    read: async (name) => {
      const file = files.get(name)
      if (!file) throw new StoreFault('gone')
      return (async function* () {
        yield file
      })()
    },
    list: async () =>
      [...files]
        .filter(([name]) => isBackupName(name))
        .map(([name, { length }]) => ({ name, bytes: length, at: '2026-11-27T01:02:03.000Z' })),
    remove: async (name) => void files.delete(name),
    giveUpUnfinished: async () => {},
  }
}
