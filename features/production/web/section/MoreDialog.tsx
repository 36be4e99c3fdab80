import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { Replace, Scale, ShoppingCart } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchProducts } from '#features/products/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { CardsLink } from '../cards/CardsLink.tsx'
import type { SectionMaterial, SectionTask } from '../../domain/section-day-contract.ts'
import { OverrideReason } from './OverrideReason.tsx'
import type { Override, TaskPresses } from './presses.ts'
import styles from './section.module.css'

type MoreDialogProps = {
  task: SectionTask
  presses: TaskPresses
  override: Override
  setOverride: (override: Override) => void
  /** The comment as typed. Proceed and Finish store it too. */
  comment: string
  setComment: (comment: string) => void
  /** Opens the fields for what the pieces really use. */
  askUsed: () => void
  onClose: () => void
}

/** What is seldom needed of a task: ordering and replacing materials, the two modes, and the comment. */
export function MoreDialog({
  task,
  presses,
  override,
  setOverride,
  comment,
  setComment,
  askUsed,
  onClose,
}: MoreDialogProps) {
  const { t } = useTranslation('production')
  const waiting = task.materials.filter(({ state }) => state === 'WAITING')
  const canOverride = waiting.some(({ overridable }) => overridable)
  return (
    <Dialog opened onClose={onClose} title={task.product} size="lg">
      <Stack gap="lg" data-touch>
        <Mode canOverride={canOverride} override={override} setOverride={setOverride} />
        {waiting.length === 0 ? null : (
          <ul className={styles.changes} aria-label={t('material.title')}>
            {waiting.map((material) => (
              <MaterialChange key={material.line} material={material} override={override} presses={presses} />
            ))}
          </ul>
        )}
        {task.materials.length === 0 ? null : (
          <Button
            variant="default"
            size="md"
            mih={56}
            leftSection={<Scale size={20} aria-hidden />}
            onClick={() => {
              askUsed()
              onClose()
            }}
          >
            {t('used.open')}
          </Button>
        )}
        <CardsLink ids={[task.id]} withText height={56} />
        <Comment stored={task.comments} text={comment} setText={setComment} note={presses.note} onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

type ModeProps = Pick<MoreDialogProps, 'override' | 'setOverride'> & { canOverride: boolean }

/** Switches between the two modes, and asks the reason of Override Mode. */
function Mode({ canOverride, override, setOverride }: ModeProps) {
  const { t } = useTranslation('production')
  return (
    <div>
      <SegmentedControl
        fullWidth
        size="md"
        className={`${styles.modes} ${styles.twoLines}`}
        aria-label={t('override.title')}
        disabled={!canOverride && override === null}
        value={override === null ? 'normal' : 'override'}
        data={[
          { value: 'normal', label: t('override.normal') },
          { value: 'override', label: t('override.override') },
        ]}
        onChange={(mode) => setOverride(mode === 'normal' ? null : { reason: '' })}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {canOverride ? t('override.hint') : t('override.none')}
      </Text>
      {override === null ? null : <OverrideReason override={override} setOverride={setOverride} size="md" mt="xs" />}
    </div>
  )
}

type Found = { readonly id: number; readonly name: string }
type MaterialChangeProps = { material: SectionMaterial; override: Override; presses: TaskPresses }

/** Orders one material, or replaces it by another product with the reason of Override Mode. */
function MaterialChange({ material, override, presses }: MaterialChangeProps) {
  const { t } = useTranslation('production')
  const [replacing, setReplacing] = useState(false)
  const { line, name } = material
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{name}</Text>
        <Group gap="xs">
          <ActionButton
            variant="default"
            size="md"
            mih={56}
            leftSection={<ShoppingCart size={20} aria-hidden />}
            aria-label={t('material.order-of', { name })}
            closed={
              material.isOrdered ? t('material.is-ordered') : material.productId === null ? t('material.unknown') : null
            }
            onClick={() => presses.order(line)}
          >
            {material.isOrdered ? t('material.ordered') : t('material.order')}
          </ActionButton>
          <ActionButton
            variant="default"
            size="md"
            mih={56}
            leftSection={<Replace size={20} aria-hidden />}
            aria-label={t('material.replace-of', { name })}
            closed={
              material.overridable && override !== null
                ? null
                : material.overridable
                  ? t('override.needed')
                  : t('material.not-overridable')
            }
            onClick={() => setReplacing(!replacing)}
          >
            {t('material.replace')}
          </ActionButton>
        </Group>
      </Group>
      {replacing && override !== null ? (
        <Replacement
          hasReason={override.reason.trim() !== ''}
          replace={(productId) => {
            presses.replace(line, productId, override.reason.trim())
            setReplacing(false)
          }}
        />
      ) : null}
    </li>
  )
}

/** Asks for the other product. */
function Replacement({ hasReason, replace }: { hasReason: boolean; replace: (productId: number) => void }) {
  const { t } = useTranslation('production')
  const [found, setFound] = useState<Found | null>(null)
  return (
    <Stack gap="xs" mt="xs">
      {found === null ? (
        <SearchPick
          label={t('material.by')}
          startsHere
          search={async (text) => (await askQuery(searchProducts, { search: text })).rows}
          onPick={(product: Found) => setFound(product)}
          row={({ name }) => name}
        />
      ) : (
        <Text>{t('material.by-product', { name: found.name })}</Text>
      )}
      <ActionButton
        size="md"
        mih={56}
        closed={found === null ? t('material.by-needed') : hasReason ? null : t('override.reason-needed')}
        onClick={() => {
          if (found !== null) replace(found.id)
        }}
      >
        {t('material.replace-now')}
      </ActionButton>
    </Stack>
  )
}

type CommentProps = {
  stored: string
  text: string
  setText: (text: string) => void
  note: (comments: string) => void
  onClose: () => void
}

function Comment({ stored, text, setText, note, onClose }: CommentProps) {
  const { t } = useTranslation('production')
  return (
    <Stack gap="xs">
      <Textarea
        size="md"
        rows={3}
        maxLength={20_000}
        label={t('comment.title')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        size="md"
        mih={56}
        disabled={text === stored}
        onClick={() => {
          note(text)
          onClose()
        }}
      >
        {t('comment.store')}
      </Button>
    </Stack>
  )
}
