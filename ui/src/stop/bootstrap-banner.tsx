import { useQuery } from '@tanstack/react-query'
import { client } from '../application/client.ts'
import classes from './stop.module.css'

/** While a token of the first start that decides as an admin still lives, each room says so. */
export function BootstrapBanner() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => client.health.ready({ signal }),
    retry: false,
    staleTime: 60_000,
  })
  const bootstrap = data?.checks.bootstrap
  if (bootstrap === undefined || bootstrap.ok) return null
  return (
    <div className={classes.banner} role="alert">
      <div className={classes.bannerText}>
        <b>Not for real work:</b> {bootstrap.detail}.
      </div>
    </div>
  )
}
