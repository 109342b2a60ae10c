import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../../../cms/platform/ui/Button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'kind' | 'unavailable' | 'aria-label'> & {
  children: ReactNode
  question: string
  confirm: { label: string; kind: 'strong' | 'danger'; run: () => void }
  cancelLabel: string
}

export function ConfirmButton({ children, question, confirm, cancelLabel, ...button }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button {...button} onClick={() => setAsking(true)}>
        {children}
      </Button>
    )
  }
  return (
    <>
      <span>{question}</span>
      <Button kind={confirm.kind} onClick={confirm.run}>
        {confirm.label}
      </Button>
      <Button onClick={() => setAsking(false)}>{cancelLabel}</Button>
    </>
  )
}
