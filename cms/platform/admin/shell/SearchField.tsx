type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

export const SearchField = ({ label, placeholder, value, onChange }: Props) => (
  <label className="admin-search admin-inputs">
    <span className="sr">{label}</span>
    <input
      type="search"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
)
