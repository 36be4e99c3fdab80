import { useDeviceActions } from '#web/offline/device-actions.ts'
import { usePerson } from '#web/session.ts'
import { PackOrderDialog } from './PackOrderDialog.tsx'

type PackHereProps = { id: number; opened: boolean; close: () => void }

/** The dialog in which an order is packaged, on any page, with the focus on its button. */
export function PackHere({ opened, ...order }: PackHereProps) {
  const person = usePerson()
  return person === null || !opened ? null : <PackAs personId={person.id} {...order} />
}

function PackAs({ id, personId, close }: Omit<PackHereProps, 'opened'> & { personId: number }) {
  const queue = useDeviceActions(personId)
  return <PackOrderDialog id={id} queue={queue} onClose={close} startsAtPress />
}
