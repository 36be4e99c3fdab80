import { useCellTexts } from '#web/i18n.ts'
import { OthersHere } from '#web/ui/OthersHere.tsx'
import { PACKAGING_PLACE } from '../domain/contract.ts'

/** Says who else has an order open for packaging. */
export function OtherPackers({ id, aloud = false }: { id: number; aloud?: boolean }) {
  const t = useCellTexts('packaging')
  return (
    <OthersHere
      place={PACKAGING_PLACE}
      id={id}
      sentence={(names, count) => t('presence.open', { names, count })}
      aloud={aloud}
    />
  )
}
