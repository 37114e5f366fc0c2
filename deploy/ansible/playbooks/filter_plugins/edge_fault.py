"""The filter edge_fault: what is wrong with an edge after an update, as the hub sees it."""


def edge_fault(agents, code, version, backlog):
    """
    Looks for an agent in what the hub's `agents list` answers. Empty where it runs the version, is
    connected, and gets rid of its entries: at most backlog's `limit` are unsent, or fewer than `before`.
    Else what is wrong, for a person.
    """
    found = [agent for agent in agents if agent['code'].lower() == code.lower()]
    if not found:
        return 'the hub knows no agent %s' % code
    agent = found[0]
    if not agent['connected']:
        return 'the hub does not see %s connected' % code
    if agent['version'] != version:
        return 'the hub sees %s with version %s' % (code, agent['version'])
    unacked, before = agent['unacked'] or 0, int(backlog['before'])
    if unacked > int(backlog['limit']) and unacked >= before:
        return 'its entries do not reach the hub: %d are unsent, %d before' % (unacked, before)
    return ''


class FilterModule:
    """What Ansible looks for."""

    def filters(self):
        return {'edge_fault': edge_fault}
