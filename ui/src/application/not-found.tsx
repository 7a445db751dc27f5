import { Link } from '@tanstack/react-router'
import { EmptyState } from '../states/states.tsx'

export function NotFound() {
  return (
    <>
      <h1 className="visually-hidden">Not found</h1>
      <EmptyState title="Page not found">
        Nothing is at this address. <Link to="/inbox">Go to the inbox</Link>
      </EmptyState>
    </>
  )
}
