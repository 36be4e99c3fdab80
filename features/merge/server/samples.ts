/** Provides a valid input for each command and query of merge, for tests that call all of them. */
import type { HistorySample, Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = ({ run }) => {
  const customer = async (name: string): Promise<number> =>
    ((await run('customers.create-customer', { name })) as { id: number }).id
  const two = async () => ({
    entity: 'customers',
    keepId: await customer('Ταβέρνα Ο Νίκος'),
    fromId: await customer('ΤΑΒΕΡΝΑ Ο ΝΙΚΟΣ'),
  })
  const merged = async () => {
    const pair = { ...(await two()), keepVersion: 1, fromVersion: 1 }
    return (await run('merge.merge-records', pair)) as { id: number; keptId: number }
  }
  return {
    'merge.preview': two,
    'merge.merge-records': async () => ({ ...(await two()), keepVersion: 1, fromVersion: 1, take: ['name'] }),
    'merge.undo-merge': async () => ({ id: (await merged()).id }),
    'merge.of-record': async () => ({ entity: 'customers', id: (await merged()).keptId }),
  }
}

export const historySample: HistorySample = {
  free: { customers: ['merged', 'mergedInto'], providers: ['merged', 'mergedInto'] },
}
