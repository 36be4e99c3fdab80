import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { GripVertical } from '#web/ui/icon/icons.ts'

type StopGripProps = {
  /** From `useDraggedRow`. */
  grip: Omit<ComponentProps<'button'>, 'className' | 'type'>
  /** The name of the stop. */
  name: string
  size: number
  className: string | undefined
}

/** The grip of a stop. With the keyboard it picks the stop up and drops it. */
export function StopGrip({ grip, name, size, className }: StopGripProps) {
  const { t } = useTranslation('shipping')
  return (
    <button
      {...grip}
      type="button"
      className={className}
      aria-label={t('drag.grip', { name })}
      aria-roledescription={t('drag.role')}
    >
      <GripVertical size={size} aria-hidden />
    </button>
  )
}
