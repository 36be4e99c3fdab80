import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addressOf } from '#kernel/entity.ts'
import { useMayOpen } from '#web/may-open.ts'
import type { PartyPages } from '../party-pages.ts'

type Props = {
  pages: PartyPages
  parties: readonly { id: number; name: string }[]
  /** The stored party that is being edited. Each of the others may be merged into it. */
  partyId?: number | null
}

/** Links to other parties of the kind with the same VAT number. They open in a new window, so that the form stays. */
export function OtherParties({ pages, parties, partyId = null }: Props) {
  const { t } = useTranslation('parties')
  const mayMerge = useMayOpen(pages.mergePage)
  if (parties.length === 0) return null
  return (
    <Text size="sm" component="div">
      {t('said.same-vat', { ns: pages.feature })}{' '}
      {parties.map(({ id, name }, place) => (
        <span key={id}>
          {place === 0 ? '' : ', '}
          <Anchor
            href={addressOf(pages.entity, id)}
            target="_blank"
            rel="noreferrer"
            size="sm"
            underline="always"
            title={t('registry.new-window')}
          >
            {name}
          </Anchor>
          {mayMerge && partyId !== null ? (
            <>
              {' '}
              (
              <Anchor
                href={`${pages.mergePage}?keep=${partyId}&from=${id}`}
                target="_blank"
                rel="noreferrer"
                size="sm"
                underline="always"
                title={t('registry.new-window')}
              >
                {t('said.merge-them')}
              </Anchor>
              )
            </>
          ) : null}
        </span>
      ))}
    </Text>
  )
}
