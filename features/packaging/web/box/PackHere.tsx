import { useDeviceActions } from '#web/offline/device-actions.ts'
import { usePerson } from '#web/session.ts'
import { PackOrderDialog } from './PackOrderDialog.tsx'

type PackHereProps = { id: number; close: () => void }

/** The dialog in which an order is packaged, on any page, with the focus on its button. */
export function PackHere(props: PackHereProps) {
  const person = usePerson()
  return person === null ? null : <PackAs personId={person.id} {...props} />
}

function PackAs({ id, personId, close }: PackHereProps & { personId: number }) {
  const queue = useDeviceActions(personId)
  return <PackOrderDialog id={id} queue={queue} onClose={close} startsAtPress />
}
