/** What went wrong, said as soon as it is there. Its place is there before, so that it is heard. */
export function Fault({ id, children }: { id?: string; children: string | null }) {
  return (
    <p id={id} className="room-fault" role="alert">
      {children}
    </p>
  )
}
