import { ActionIcon, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { EllipsisVertical } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'

/** How a new order is saved: as an order or an offer, and whether another one begins afterwards. */
export type SaveChoice = { readonly offer: boolean; readonly again: boolean }

const MAIN = 'create-order'
const OTHERS: readonly (SaveChoice & { readonly key: string })[] = [
  { key: 'create-offer-again', offer: true, again: true },
  { key: 'create-order-again', offer: false, again: true },
  { key: 'create-offer', offer: true, again: false },
]

type Props = { closed: string | null; pending: boolean; save: (choice: SaveChoice) => void }

/** Shows the buttons of a new order. On narrow screens some are in a menu. */
export function SaveButtons({ closed, pending, save }: Props) {
  const { t } = useTranslation('order-entry')
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const narrow = useMediaQuery('(max-width: 1200px)', false, { getInitialValueInEffect: false })
  const shown = phone ? [] : narrow ? OTHERS.slice(-1) : OTHERS
  const more = OTHERS.filter((one) => !shown.includes(one)).toReversed()
  return (
    <>
      {shown.map(({ key, ...choice }) => (
        <ActionButton key={key} variant="default" closed={closed} onClick={() => save(choice)}>
          {t(`form.${key}`)}
        </ActionButton>
      ))}
      <ActionButton closed={closed} pending={pending} onClick={() => save({ offer: false, again: false })}>
        {t(`form.${MAIN}`)}
      </ActionButton>
      {more.length > 0 ? (
        <Menu position="top-end" width="max-content">
          <Menu.Target>
            <ActionIcon variant="default" size={phone ? 48 : 36} aria-label={t('form.more-ways')}>
              <EllipsisVertical size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ key, ...choice }) => (
              <Menu.Item key={key} onClick={() => save(choice)}>
                {t(`form.${key}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  )
}
