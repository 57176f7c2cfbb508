"""What people and guests do about their accounts, their languages and each other."""
